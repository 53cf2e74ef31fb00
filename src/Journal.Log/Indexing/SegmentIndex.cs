using Journal.Log.Reading;

namespace Journal.Log.Indexing;

/// <summary>
/// What a closed segment may hold, by blocks of frames: it says which frames need not be read. It never says what the log holds: a hit is
/// read from the segment itself.
/// </summary>
/// <param name="Blocks">In the segment's order.</param>
/// <param name="Hosts">The hosts that records name, and their blocks; null if there were too many to list.</param>
/// <param name="Apps">The same for the programs.</param>
public sealed record SegmentIndex(
    IReadOnlyList<IndexBlock> Blocks, IReadOnlyDictionary<string, int[]>? Hosts, IReadOnlyDictionary<string, int[]>? Apps)
{
    /// <summary>The blocks that may hold what is looked for, the newest first.</summary>
    public IEnumerable<IndexBlock> Find(IndexQuery query)
    {
        var hosts = BlocksOf(Hosts, query.Host);
        var apps = BlocksOf(Apps, query.App);
        for (var i = Blocks.Count - 1; i >= 0; i--)
        {
            if ((hosts is null || hosts.Contains(i)) && (apps is null || apps.Contains(i)) && Blocks[i].MayHold(query))
            {
                yield return Blocks[i];
            }
        }
    }

    private static HashSet<int>? BlocksOf(IReadOnlyDictionary<string, int[]>? names, Func<string, bool>? isWanted) =>
        names is null || isWanted is null ? null : [.. names.Where(name => isWanted(name.Key)).SelectMany(name => name.Value)];
}

/// <summary>What is looked for, as far as an index knows it. A field that is null does not matter.</summary>
public sealed record IndexQuery
{
    /// <summary>Microseconds since 1970.</summary>
    public long? From { get; init; }

    /// <summary>Exclusive.</summary>
    public long? To { get; init; }

    /// <summary>The least severe level.</summary>
    public int? Severity { get; init; }

    public Func<string, bool>? Host { get; init; }

    public Func<string, bool>? App { get; init; }

    /// <summary>Every message that is looked for holds each of these texts, not regarding the case of ASCII letters.</summary>
    public IReadOnlyList<byte[]> Texts { get; init; } = [];

    internal uint[] Grams => field ??= [.. Texts.SelectMany(text => GramFilter.GramsOf(text)).Distinct()];
}

/// <summary>Some consecutive frames of a segment.</summary>
public sealed class IndexBlock
{
    internal const int UnknownSeverity = 8;

    /// <summary>Where the frames with records are, in order.</summary>
    public required IReadOnlyList<FrameLocation> Frames { get; init; }

    /// <summary>When its first record was received, in microseconds.</summary>
    public required long FirstReceivedAt { get; init; }

    /// <summary>When its last one was received.</summary>
    public required long LastReceivedAt { get; init; }

    /// <summary>A bit for each severity that occurs; bit 8 for records without one.</summary>
    public required int Severities { get; init; }

    internal GramFilter Filter { get; init; }

    /// <summary>False only if none of its records is looked for.</summary>
    public bool MayHold(IndexQuery query) =>
        (query.From is not { } from || LastReceivedAt >= from)
        && (query.To is not { } to || FirstReceivedAt < to)
        && (query.Severity is not { } severity || (Severities & ((1 << (severity + 1)) - 1)) != 0)
        && Filter.MayHold(query.Grams);
}
