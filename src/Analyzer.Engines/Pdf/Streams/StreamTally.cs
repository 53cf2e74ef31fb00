using Analyzer.Core;
using Analyzer.Engines.Pdf.Lexing;

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
    private long _openedObjectStreams;
    private long _openedOthers;

    public long Streams { get; set; }

    public long ObjectStreams { get; set; }

    /// <summary>Object streams that cannot be decoded here.</summary>
    public PlaceList UnknownObjectStreams { get; } = new();

    /// <summary>Object streams that are damaged, or not what their dictionaries say.</summary>
    public PlaceList BrokenObjectStreams { get; } = new();

    /// <summary>Object streams beyond a bound of decoding.</summary>
    public PlaceList LargeObjectStreams { get; } = new();

    /// <summary>Object streams that were not opened, or not to their end.</summary>
    public long UnopenedObjectStreams => UnknownObjectStreams.Count + BrokenObjectStreams.Count + LargeObjectStreams.Count;

    /// <summary>Embedded files of which there are too many.</summary>
    public PlaceList UnreadAttachments { get; } = new();

    /// <summary>Scripts, and forms that may hold scripts, that were found and not read to their end.</summary>
    public PlaceList UnreadScripts { get; } = new();

    /// <summary>Counts a stream that was decoded to its end.</summary>
    public void Open(bool isObjectStream)
    {
        _openedObjectStreams += isObjectStream ? 1 : 0;
        _openedOthers += isObjectStream ? 0 : 1;
    }

    public void Skip(SkipReason reason) => _skipped[(int)reason]++;

    /// <summary>Takes a stream out of the count: the engine passed it over first, and now reads it after all.</summary>
    public void TakeBack(SkipReason reason) => _skipped[(int)reason] = Math.Max(0, this[reason] - 1);

    /// <summary>Streams that were decoded, and not only read as they lie there, which is encrypted.</summary>
    /// <remarks>Bytes that are encrypted are no object stream: what was opened as one is in the clear. Others may be anything.</remarks>
    public long Opened(bool isEncrypted) => _openedObjectStreams + (isEncrypted ? 0 : _openedOthers);

    /// <param name="isEncrypted">In an encrypted document that nothing can be decoded has one reason.</param>
    public SkippedStreams ToSkipped(bool isEncrypted)
    {
        var (broken, unknown) = (this[SkipReason.Broken], this[SkipReason.UnknownFilter]);
        return new SkippedStreams(
            this[SkipReason.Image], this[SkipReason.Font], this[SkipReason.Other],
            isEncrypted ? 0 : unknown, this[SkipReason.OverLimit],
            isEncrypted ? broken + unknown + _openedOthers : 0, isEncrypted ? 0 : broken);
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Array.Clear(_skipped);
        UnknownObjectStreams.Clear();
        BrokenObjectStreams.Clear();
        LargeObjectStreams.Clear();
        UnreadScripts.Clear();
        UnreadAttachments.Clear();
        (Streams, ObjectStreams, _openedObjectStreams, _openedOthers) = (0, 0, 0, 0);
    }

    private long this[SkipReason reason] => _skipped[(int)reason];
}
