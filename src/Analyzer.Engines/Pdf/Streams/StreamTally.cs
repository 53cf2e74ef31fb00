using Analyzer.Core;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Why a stream was not decoded, or not to its end.</summary>
internal enum SkipReason
{
    Image,
    Font,
    Other,
    UnknownFilter,
    OverLimit,
    Broken,
}

/// <summary>Counts streams by what became of them.</summary>
internal sealed class StreamTally
{
    private readonly long[] _skipped = new long[Enum.GetValues<SkipReason>().Length];

    public long Streams { get; set; }

    public long Opened { get; set; }

    public long ObjectStreams { get; set; }

    public long UnopenedObjectStreams { get; set; }

    /// <summary>Scripts, and forms that may hold scripts, that were found and not read to their end.</summary>
    public long UnreadScripts { get; set; }

    public void Skip(SkipReason reason) => _skipped[(int)reason]++;

    /// <summary>Takes a stream out of the count: the engine passed it over first, and now reads it after all.</summary>
    public void TakeBack(SkipReason reason) => _skipped[(int)reason] = Math.Max(0, this[reason] - 1);

    /// <param name="isEncrypted">In an encrypted document that nothing can be decoded has one reason.</param>
    public SkippedStreams ToSkipped(bool isEncrypted)
    {
        var (broken, unknown) = (this[SkipReason.Broken], this[SkipReason.UnknownFilter]);
        return new SkippedStreams(
            this[SkipReason.Image], this[SkipReason.Font], this[SkipReason.Other],
            isEncrypted ? 0 : unknown, this[SkipReason.OverLimit], isEncrypted ? broken + unknown : 0, isEncrypted ? 0 : broken);
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Array.Clear(_skipped);
        (Streams, Opened, ObjectStreams, UnopenedObjectStreams, UnreadScripts) = (0, 0, 0, 0, 0);
    }

    private long this[SkipReason reason] => _skipped[(int)reason];
}
