using Journal.Features.Replay;
using Journal.Log.Frames;
using Journal.Log.Indexing;
using Journal.Log.Reading;

namespace Journal.Features.Search;

/// <summary>What is searched for. A field that is null does not matter.</summary>
internal sealed record SearchQuery
{
    /// <summary>Microseconds; see <see cref="ReplayFilter"/>.</summary>
    private const long MaxWait = 2_000_000;

    public MessagePattern? Text { get; init; }

    /// <summary>A name, or a pattern such as <c>web*</c>.</summary>
    public string? Host { get; init; }

    /// <inheritdoc cref="Host"/>
    public string? App { get; init; }

    /// <summary>Part of the source's name.</summary>
    public string? Source { get; init; }

    /// <summary>The least severe level: 0 is an emergency, 7 is debug.</summary>
    public int? Severity { get; init; }

    public ReplayLimit? From { get; init; }

    /// <summary>Exclusive.</summary>
    public ReplayLimit? To { get; init; }

    private bool WantsFields => Host is not null || App is not null || Severity is not null;

    /// <summary>The same question for an index, which knows a part of it.</summary>
    public IndexQuery ForIndex() => new()
    {
        From = From?.Microseconds,
        To = To?.Microseconds,
        Severity = Severity,
        Host = Host is { } host ? name => NamePattern.Matches(host, name) : null,
        App = App is { } app ? name => NamePattern.Matches(app, name) : null,
        Texts = Text?.Required ?? [],
    };

    /// <summary>Whether any record of the frame can be selected, by its header.</summary>
    public bool MayHold(MappedFrame frame)
    {
        var isOrdered = !frame.Kinds.HasFlag(FrameKinds.ClockSetBack);
        return frame.Records > 0
            && (From?.Sequence is not { } first || frame.NextSequence > first)
            && (To?.Sequence is not { } end || frame.FirstSequence < end)
            && (From?.Microseconds is not { } since || frame.ClosedAt + MaxWait >= since || !isOrdered)
            && (To?.Microseconds is not { } until || frame.FirstReceivedAt < until || !isOrdered);
    }

    /// <summary>Whether a frame may hold what is looked for, by its unencrypted messages.</summary>
    public bool MayHold(ReadOnlySpan<byte> plain) => Text?.MayBeIn(plain) ?? true;

    public Selection Select(LogRecord record)
    {
        if (From?.IsAfter(record) == true || To?.IsAfter(record) == false
            || (Source is not null && !record.Source.Name.Contains(Source, StringComparison.OrdinalIgnoreCase))
            || (Text is not null && !Text.IsIn(record.Message.Span)))
        {
            return Selection.Out;
        }

        if (!WantsFields)
        {
            return Selection.In;
        }

        var fields = SyslogFields.Of(record);
        return (Host is not null && !NamePattern.Matches(Host, fields.Host))
            || (App is not null && !NamePattern.Matches(App, fields.App)) ? Selection.Out
            : Severity is not null && fields.Severity is null ? Selection.SeverityUnknown
            : Severity is null || fields.Severity <= Severity ? Selection.In
            : Selection.Out;
    }
}
