using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Segments;

namespace Journal.Features.Replay;

/// <summary>Selects records to replay.</summary>
internal sealed record ReplayFilter
{
    /// <summary>
    /// Microseconds. While a heartbeat is written, records that arrived earlier may wait for their frame, for less than this time: <see
    /// cref="Settings.JournalOptions.FrameInterval"/> is at most half of it. After a notice of retention there may be records that the disk
    /// did not take for long, so its time says nothing.
    /// </summary>
    private const long MaxWait = 2_000_000;

    private static readonly ReplayFilter Nothing = new();

    public ReplayLimit? From { get; init; }

    /// <summary>Exclusive.</summary>
    public ReplayLimit? To { get; init; }

    /// <summary>Part of the source's name.</summary>
    public string? Source { get; init; }

    /// <summary>The least severe level: 0 is an emergency, 7 is debug.</summary>
    public int? Severity { get; init; }

    public string? App { get; init; }

    /// <summary>Bytes that have to occur in the message.</summary>
    public byte[]? Text { get; init; }

    /// <summary>Whatever else is asked of a record; null for nothing.</summary>
    public Func<LogRecord, Selection>? Further { get; init; }

    /// <summary>Whether every record is selected.</summary>
    public bool WantsAll => this == Nothing;

    /// <summary>Whether any record of the frame can be selected. No record arrives after its frame was closed.</summary>
    public bool Wants(FrameHeader frame) =>
        (From is not { } start || (start.Sequence is { } first
            ? frame.NextSequence > first
            : frame.ClosedAt + MaxWait >= start.Microseconds || frame.Kinds.HasFlag(FrameKinds.ClockSetBack)))
        && (To?.Sequence is not { } end || frame.FirstSequence < end);

    /// <summary>The first frame to look at: that of the last segment that begins before the records that can be selected.</summary>
    public long FirstFrame(JournalFolder folder) => From is not { } start ? 0
        : SegmentSearch.LastBefore(folder.ListSegments(), start.IsAfterAllBefore)?.FirstFrame ?? 0;

    /// <summary>Whether no record after the frame can be selected.</summary>
    public bool IsPast(FrameHeader frame) => To is { } end && (end.Sequence is { } sequence
        ? frame.NextSequence >= sequence
        : frame.Records > 0 ? frame.FirstReceivedAt >= end.Microseconds
        : !frame.Kinds.HasFlag(FrameKinds.Retention) && frame.ClosedAt >= end.Microseconds + MaxWait);

    public Selection Select(LogRecord record)
    {
        if (From?.IsAfter(record) == true || To?.IsAfter(record) == false
            || (Source is not null && !record.Source.Name.Contains(Source, StringComparison.Ordinal))
            || (Text is not null && record.Message.Span.IndexOf(Text) < 0))
        {
            return Selection.Out;
        }

        if (Further is not null)
        {
            return Further(record);
        }

        if (Severity is null && App is null)
        {
            return Selection.In;
        }

        var fields = SyslogFields.Of(record);
        return App is not null && fields.App != App ? Selection.Out
            : Severity is not null && fields.Severity is null ? Selection.SeverityUnknown
            : Severity is null || fields.Severity <= Severity ? Selection.In
            : Selection.Out;
    }
}

/// <summary>Whether a record is replayed.</summary>
internal enum Selection
{
    Out,
    In,

    /// <summary>Left out, because it has no severity to compare.</summary>
    SeverityUnknown,
}

/// <summary>A place in the log: a sequence, or a time.</summary>
internal sealed record ReplayLimit(long? Sequence, long? Microseconds)
{
    /// <summary>Microseconds. A clock that is set back by less does not hide segments from a bound.</summary>
    private const long MaxClockStep = 300_000_000;

    /// <summary>Whether the place is after the record.</summary>
    public bool IsAfter(LogRecord record) => Sequence is { } sequence ? record.Sequence < sequence : record.ReceivedAt < Microseconds;

    /// <summary>Whether the place is after all records of the segments before this one.</summary>
    public bool IsAfterAllBefore(SegmentHeader segment) =>
        Sequence is { } sequence ? segment.FirstSequence <= sequence : segment.CreatedAt + MaxClockStep < Microseconds;

    /// <summary>Whether the place is before all records of the segment, or is the first of them.</summary>
    public bool IsBeforeAllOf(SegmentHeader segment) =>
        Sequence is { } sequence ? segment.FirstSequence >= sequence : segment.CreatedAt - MaxClockStep >= Microseconds;
}
