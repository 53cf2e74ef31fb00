using Sigma.Engine.Detections;

namespace Sigma.Engine.Matching;

/// <summary>A test of a field; rules that ask the same share one.</summary>
/// <param name="Id">Its place in the set.</param>
/// <param name="Field">The place of its field.</param>
/// <param name="FieldName">The name that rules have; null for keywords.</param>
/// <param name="Test">What it asks.</param>
/// <param name="Matcher">Asks one value.</param>
/// <param name="Evidence">What an index says about it.</param>
internal sealed record Predicate(int Id, int Field, string? FieldName, ValueTest Test, ValueMatcher Matcher, Evidence Evidence)
{
    /// <summary>How often records have it, roughly: what a rule costs that is looked at whenever it shows.</summary>
    public double Cost { get; init; }
}

/// <summary>What it means that an index found a predicate's literal.</summary>
internal enum Evidence
{
    /// <summary>It has no literal.</summary>
    None,

    /// <summary>It cannot hold without.</summary>
    Necessary,

    /// <summary>It holds then, and only then.</summary>
    Decisive,
}
