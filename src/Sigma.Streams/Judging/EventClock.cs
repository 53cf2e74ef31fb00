namespace Sigma.Streams.Judging;

/// <summary>
/// Decides when an event happened. Its own account counts, unless its clock was never set or runs far ahead: one such clock would close
/// the windows of all others.
/// </summary>
internal static class EventClock
{
    private static readonly TimeSpan MaxAhead = TimeSpan.FromMinutes(10);

    // A clock that was never set counts from 1970.
    private static readonly DateTimeOffset FirstYear = DateTimeOffset.UnixEpoch.AddYears(1);

    /// <param name="own">By the event's own account; null when it says nothing.</param>
    /// <param name="arrival">When the source got it, by the account of whoever brought it there: it may be as wrong as the event's.</param>
    /// <param name="now">To compare with.</param>
    public static (DateTimeOffset Time, TimeOrigin Origin) Decide(DateTimeOffset? own, DateTimeOffset arrival, DateTimeOffset now)
    {
        var origin = own is not { } time ? TimeOrigin.Absent
            : time < FirstYear ? TimeOrigin.Unset
            : time > now + MaxAhead ? TimeOrigin.Ahead
            : TimeOrigin.Event;
        return (origin == TimeOrigin.Event ? own!.Value : arrival < FirstYear || arrival > now + MaxAhead ? now : arrival, origin);
    }
}

/// <summary>Where the time of a match comes from.</summary>
internal enum TimeOrigin
{
    /// <summary>The event says it.</summary>
    Event,

    /// <summary>The event says none: it is the arrival's.</summary>
    Absent,

    /// <summary>The event says a time of 1970: it is the arrival's.</summary>
    Unset,

    /// <summary>The event says a time that is still to come: it is the arrival's.</summary>
    Ahead,
}
