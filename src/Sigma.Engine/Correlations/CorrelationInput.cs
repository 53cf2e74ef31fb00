using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>A match to which correlations may refer.</summary>
/// <param name="Document">The rule that matched, or the correlation that fired.</param>
/// <param name="Time">The time of the event.</param>
/// <param name="Event">The caller's name for the event; alerts contain it.</param>
/// <param name="Fields">The texts of the fields that correlations need, without those that the event lacks.</param>
public sealed record CorrelationInput(
    SigmaDocument Document, DateTimeOffset Time, object Event, IReadOnlyDictionary<string, string> Fields);

/// <summary>A correlation fired.</summary>
/// <param name="Rule">The correlation.</param>
/// <param name="Group">The fields it groups by, and their values.</param>
/// <param name="Time">The time of the event that fired it.</param>
/// <param name="Event">That event.</param>
public sealed record CorrelationAlert(
    CorrelationRule Rule, IReadOnlyList<KeyValuePair<string, string>> Group, DateTimeOffset Time, object Event);

/// <summary>Limits on memory and lateness.</summary>
public sealed record CorrelationLimits
{
    /// <summary>The most groups of a correlation; beyond that, the one that was idle longest is forgotten.</summary>
    public int MaxGroups { get; init; } = 100_000;

    /// <summary>The most entries of a group; beyond that, the oldest is forgotten.</summary>
    public int MaxEntries { get; init; } = 10_000;

    /// <summary>The memory of all groups together, roughly, in bytes; beyond that, the group that was idle longest is forgotten.</summary>
    public long MaxBytes { get; init; } = 256 << 20;

    /// <summary>
    /// How far an event may be behind the newest one; null when all events arrive before the end is judged, as from files.
    /// </summary>
    public TimeSpan? Lateness { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// Whether a full group may hide that a condition is true, because the condition compares with more than a group may hold.
    /// </summary>
    public bool Hides(CorrelationRule rule) => rule.Type is CorrelationType.EventCount or CorrelationType.ValueCount
        && rule.Bounds.Any(bound => bound.IsBeyond(MaxEntries));
}
