using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>
/// Finds the first object that begins in a stream's data, and keeps what follows, so that it can be read when they have ended.
/// </summary>
internal sealed class HiddenObject
{
    public const int MaxLength = 4096;

    private readonly ObjectSearch _search = new();
    private readonly PooledList<byte> _bytes = new();
    private long _seen;
    private long _start;

    /// <summary>Whether there is one.</summary>
    public bool IsThere { get; private set; }

    public int Number => _search.Number;

    /// <summary>Where it begins.</summary>
    public long Offset { get; private set; }

    /// <summary>Where its bytes begin, behind the word obj.</summary>
    public long BytesOffset { get; private set; }

    /// <summary>What follows the word obj in the data.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.Span;

    /// <summary>Whether more follows than is kept.</summary>
    public bool IsCut { get; private set; }

    /// <summary>The data of a stream follow.</summary>
    public void Begin()
    {
        _search.Clear();
        _bytes.Empty();
        (_seen, IsThere, IsCut) = (0, false, false);
    }

    /// <param name="to">The end of what is looked at.</param>
    /// <param name="anchors">The masks that <see cref="Lexing.PdfAnchors.Find"/> gives for these bytes.</param>
    /// <param name="offset">The offset of the first byte that is looked at.</param>
    public void Take(ReadOnlySpan<byte> bytes, int from, int to, ReadOnlySpan<ulong> anchors, long offset)
    {
        var seen = _seen;
        _seen += to - from;
        if (!IsThere)
        {
            var end = _search.Find(bytes, from, to, anchors, offset);
            if (end < 0)
            {
                return;
            }

            (IsThere, Offset, BytesOffset, _start) = (true, _search.Offset, offset + end - from, seen + end - from);
            from = end;
        }

        var kept = Math.Min(to - from, MaxLength - _bytes.Count);
        _bytes.Append(bytes.Slice(from, kept));
        IsCut |= kept < to - from;
    }

    /// <summary>The data have ended.</summary>
    /// <param name="length">Their length: what was taken may go beyond it.</param>
    public void End(long length)
    {
        if (IsThere && length - _start < _bytes.Count)
        {
            _bytes.Shorten((int)Math.Max(0, length - _start));
            IsCut = false;
        }
    }

    /// <summary>Gives back what was rented.</summary>
    public void Clear() => _bytes.Clear();
}
