using System.Globalization;
using Journal.Features.Replay;
using Journal.Log.Segments;
using Journal.Log.Writing;

namespace Journal.Features.Holds;

/// <summary>Records that nobody may delete until the hold is released.</summary>
/// <param name="Name">Letters, digits, dots, hyphens and underscores.</param>
/// <param name="From">The first record: a sequence, or a time in microseconds since 1970. Null for the first one of the log.</param>
/// <param name="To">The record after the last; null for all that are to come.</param>
/// <param name="Reason">Why; it is recorded in the log.</param>
/// <param name="AddedAt">When.</param>
/// <param name="AddedBy">The user of the operating system who added it.</param>
internal sealed record Hold(string Name, ReplayLimit? From, ReplayLimit? To, string Reason, DateTimeOffset AddedAt, string AddedBy)
{
    /// <summary>Whether a segment may have records that are held.</summary>
    /// <param name="header">The segment's.</param>
    /// <param name="next">That of the segment after it.</param>
    public bool Holds(SegmentHeader header, SegmentHeader next) =>
        To?.IsBeforeAllOf(header) != true && From?.IsAfterAllBefore(next) != true;

    public static string Text(ReplayLimit? limit, string none) => limit is null ? none
        : limit.Sequence is { } sequence ? string.Create(CultureInfo.InvariantCulture, $"record {sequence}")
        : Clock.Instant(limit.Microseconds ?? 0).ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    public override string ToString() =>
        $"{Name}: {Text(From, "the beginning")} to {Text(To, "all that comes")}, since {AddedAt.UtcDateTime:yyyy-MM-dd HH:mm}Z by "
        + $"{AddedBy}: {Reason}";
}

/// <summary>The end of a hold.</summary>
internal sealed record HoldRelease(string Name, string Reason, DateTimeOffset ReleasedAt, string ReleasedBy);
