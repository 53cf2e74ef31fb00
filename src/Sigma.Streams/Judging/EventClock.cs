namespace Sigma.Streams.Judging;

/// <summary>
/// Decides when an event happened. Its own time counts, unless its clock was never set or runs far ahead: one such clock would close the
/// windows of all others.
/// </summary>
internal static class EventClock
{
    private static readonly TimeSpan MaxAhead = TimeSpan.FromMinutes(10);

    // A clock that was never set starts at 1970.
    private static readonly DateTimeOffset FirstYear = DateTimeOffset.UnixEpoch.AddYears(1);

    /// <param name="own">The event's own time; null if it has none.</param>
    /// <param name="arrival">The time of its arrival at the source, which is set by the sender and may be wrong too.</param>
    /// <param name="now">The current time, for comparison.</param>
    public static (DateTimeOffset Time, TimeOrigin Origin) Decide(DateTimeOffset? own, DateTimeOffset arrival, DateTimeOffset now)
    {
        var origin = own is not { } time ? TimeOrigin.Absent
            : time < FirstYear ? TimeOrigin.Unset
            : time > now + MaxAhead ? TimeOrigin.Ahead
            : TimeOrigin.Event;
        return (origin == TimeOrigin.Event ? own!.Value : arrival < FirstYear || arrival > now + MaxAhead ? now : arrival, origin);
    }
}

/// <summary>The origin of a match's time.</summary>
internal enum TimeOrigin
{
    /// <summary>The event's own time.</summary>
    Event,

    /// <summary>The event has no time: that of its arrival.</summary>
    Absent,

    /// <summary>The event has a time of 1970: that of its arrival.</summary>
    Unset,

    /// <summary>The event has a time in the future: that of its arrival.</summary>
    Ahead,
}
