using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>A match that correlations may refer to.</summary>
/// <param name="Document">The rule that matched, or the correlation that fired.</param>
/// <param name="Time">The time of the event.</param>
/// <param name="Event">What the caller knows the event by; alerts give it back.</param>
/// <param name="Fields">The texts of the fields that correlations ask for; those that the event lacks are left out.</param>
public sealed record CorrelationInput(
    SigmaDocument Document, DateTimeOffset Time, object Event, IReadOnlyDictionary<string, string> Fields);

/// <summary>A correlation fired.</summary>
/// <param name="Rule">Which.</param>
/// <param name="Group">The fields it groups by, and their values.</param>
/// <param name="Time">The time of the event that turned its condition.</param>
/// <param name="Event">That event.</param>
public sealed record CorrelationAlert(
    CorrelationRule Rule, IReadOnlyList<KeyValuePair<string, string>> Group, DateTimeOffset Time, object Event);

/// <summary>Bounds on memory and on patience.</summary>
public sealed record CorrelationLimits
{
    /// <summary>The most groups of a correlation; the one that was idle longest goes.</summary>
    public int MaxGroups { get; init; } = 100_000;

    /// <summary>The most entries of a group; the oldest goes.</summary>
    public int MaxEntries { get; init; } = 10_000;

    /// <summary>What all groups may hold together, in bytes, roughly; the group goes that was idle longest.</summary>
    public long MaxBytes { get; init; } = 256 << 20;

    /// <summary>How far behind the newest event one may be; null when all events come before the end is judged, as from files.</summary>
    public TimeSpan? Lateness { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Whether a full group hides if a condition holds, because that compares with more than a group may have.</summary>
    public bool Hides(CorrelationRule rule) => rule.Type is CorrelationType.EventCount or CorrelationType.ValueCount
        && rule.Bounds.Any(bound => bound.IsBeyond(MaxEntries));
}
