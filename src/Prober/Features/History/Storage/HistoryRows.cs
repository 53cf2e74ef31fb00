using Prober.Engine.Timelines;

namespace Prober.Features.History.Storage;

/// <summary>The identity of a target.</summary>
internal readonly record struct TargetKey(string Kind, string Name);

/// <param name="Since">Since when it is watched.</param>
/// <param name="Gone">Since when it is no longer watched; null while it is.</param>
/// <param name="Validity">How long evidence is valid, in milliseconds, unless the state wavers.</param>
/// <param name="Observed">The last evidence of a state that wavers.</param>
internal sealed record StoredTarget(
    long Id, TargetKey Key, long Since, long? Gone, long Validity, long? Observed, IReadOnlyDictionary<string, string> Labels)
{
    /// <summary>Until when a state was certain, if the prober ran until a given moment and did not stop in order.</summary>
    public long ObservedAt(long alive, StateChange last) => Math.Clamp(Observed ?? (alive - Validity), last.At, Math.Max(last.At, alive));
}

internal sealed record StoredPause(TimeRange Range, string Reason);

/// <param name="Selector">The selected targets, as JSON.</param>
internal sealed record StoredMaintenance(string Name, TimeRange Range, string Selector);

/// <param name="Hour">The start of the hour.</param>
internal sealed record HourSums(
    long Hour, long Probes, long Bad, long Late, long Missed, long Refused, long NoEvidence, long SumMicroseconds, long MaxMicroseconds);

/// <param name="Target"><see cref="Several"/>, or the number of one.</param>
internal sealed record OutboxRow(long Id, long Target, string Kind, long Made, long Due, int Attempts, string Body)
{
    /// <summary>The target of a message about several.</summary>
    public const long Several = 0;

    /// <summary>Its target; null for several, or one that is no longer kept.</summary>
    public TargetKey? About { get; init; }

    /// <summary>The id that the receiver gets.</summary>
    /// <param name="identity">That of the history.</param>
    public string IdIn(string identity) => IdOf(identity, Target, Id);

    public static string IdOf(string identity, long target, long id) => target == Several ? $"{identity}-{id}-all" : $"{identity}-{id}";
}

/// <param name="Key">The target; null for several, or one that is no longer kept.</param>
internal sealed record DeliveredRow(long Id, long Target, string Notifier, string Kind, long Made, long At, TargetKey? Key);

/// <summary>What a target that reports its own state said.</summary>
/// <param name="At">Unix milliseconds.</param>
internal sealed record StoredPush(long At, bool IsUp, string Message, TimeSpan? Duration);

/// <summary>What people tell the public about an outage.</summary>
/// <param name="Updates">The oldest first; at least one.</param>
internal sealed record Incident(long Id, string Title, IReadOnlyList<IncidentUpdate> Updates);

/// <param name="Number">From 1.</param>
/// <param name="At">Unix milliseconds.</param>
internal sealed record IncidentUpdate(long Number, long At, string State, string Text);
