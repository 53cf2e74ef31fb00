namespace Analyzer.Engines.Contract;

/// <summary>A published rule of an engine.</summary>
/// <param name="Id">The stable dotted name that findings carry.</param>
/// <param name="Points">What a finding of this rule adds to the score.</param>
/// <param name="Reason">Tells a person why it matters.</param>
/// <param name="Reference">A CVE, a clause of a standard, or another source.</param>
/// <param name="Since">The first engine version with this rule.</param>
public sealed record EngineRule(string Id, int Points, string Reason, string Reference, int Since)
{
    /// <summary>
    /// The points by what leads to it: none, click, field, close, page, open. Null when that does not matter. <see cref="Points"/> are the
    /// most.
    /// </summary>
    public IReadOnlyList<RulePoints>? ByTrigger { get; init; }
}

/// <param name="Trigger">What leads to a behaviour, as findings name it.</param>
/// <param name="Points">What a finding adds to the score then.</param>
public sealed record RulePoints(string Trigger, int Points);
