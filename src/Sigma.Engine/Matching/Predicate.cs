using Sigma.Engine.Detections;

namespace Sigma.Engine.Matching;

/// <summary>A test of a field; rules with the same test share it.</summary>
/// <param name="Id">Its place in the set.</param>
/// <param name="Field">The place of its field.</param>
/// <param name="FieldName">The name in rules; null for keywords.</param>
/// <param name="Test">The test.</param>
/// <param name="Matcher">Tests one value.</param>
/// <param name="PredicateEvidence">What a hit of an index says about it.</param>
internal sealed record Predicate(
    int Id, int Field, string? FieldName, ValueTest Test, ValueMatcher Matcher, PredicateEvidence PredicateEvidence)
{
    /// <summary>Roughly how often records fulfil it: the cost of a rule that is evaluated whenever it is found.</summary>
    public double Cost { get; init; }
}

/// <summary>The meaning of an index hit for a predicate's literal.</summary>
internal enum PredicateEvidence
{
    /// <summary>It has no literal.</summary>
    None,

    /// <summary>The predicate is false without a hit.</summary>
    Necessary,

    /// <summary>The predicate is true exactly when there is a hit.</summary>
    Decisive,
}
