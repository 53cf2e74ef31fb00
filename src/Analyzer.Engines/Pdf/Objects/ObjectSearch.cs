using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Searches the beginnings of objects by their anchors, and keeps the last bytes: the next beginning may be cut.</summary>
/// <param name="doubtful">
/// Takes the places where the word obj stands behind something that is not understood; null when nobody asks.
/// </param>
internal sealed class ObjectSearch(PlaceList? doubtful = null)
{
    /// <summary>Enough for an object's two numbers and the word obj, with some space and comments between.</summary>
    public const int MaxLength = 64;

    private const int WordLength = 3;

    private readonly byte[] _tail = new byte[MaxLength];
    private int _tailLength;

    /// <summary>The number of the object that was found last.</summary>
    public int Number { get; private set; }

    /// <summary>The generation of the object that was found last.</summary>
    public int Generation { get; private set; }

    /// <summary>Where the object that was found last begins.</summary>
    public long Offset { get; private set; }

    /// <summary>The next bytes do not continue the searched ones.</summary>
    public void Clear() => _tailLength = 0;

    /// <summary>Searches from a place on, and keeps the last of the bytes when there is nothing.</summary>
    /// <param name="to">The end of what is searched.</param>
    /// <param name="anchors">The masks that <see cref="PdfAnchors.Find"/> gives for these bytes.</param>
    /// <param name="offset">The offset of the first byte that is searched.</param>
    /// <returns>The place behind the word obj, where a byte stands that can follow it; -1 for none.</returns>
    public int Find(ReadOnlySpan<byte> bytes, int from, int to, ReadOnlySpan<ulong> anchors, long offset)
    {
        // The word may have ended, or begun, with the bytes before these.
        for (var end = from; _tailLength > 0 && end < Math.Min(to, from + WordLength); end++)
        {
            if (EndsWithBeginning(bytes, from, end, offset))
            {
                return end;
            }
        }

        for (var at = from; (at = PdfAnchors.Next(anchors, at)) >= 0 && at + 2 < to; at++)
        {
            if (bytes[at] == 'b' && at > from && bytes[at - 1] == 'o' && EndsWithBeginning(bytes, from, at + 2, offset))
            {
                return at + 2;
            }
        }

        Keep(bytes[from..to]);
        return -1;
    }

    private bool EndsWithBeginning(ReadOnlySpan<byte> bytes, int from, int end, long offset)
    {
        if (!ObjectHead.CanFollow(bytes[end]))
        {
            return false;
        }

        Span<byte> window = stackalloc byte[MaxLength];
        var before = Before(bytes[from..end], window);
        if (!before.EndsWith("obj"u8))
        {
            return false;
        }

        var head = before[..^WordLength];
        if (ObjectHead.TryReadBackOverComments(head, out var number, out var generation, out var start))
        {
            (Number, Generation, Offset) = (number, generation, offset + end - from - before.Length + start);
            return true;
        }

        if (head is [.., var last] && (ObjectHead.IsSpace(last) || char.IsAsciiDigit((char)last)))
        {
            doubtful?.Add(new(offset + end - from - WordLength, 0, 0));
        }

        return false;
    }

    // The last bytes, as many as are examined, whether or not they were cut.
    private ReadOnlySpan<byte> Before(ReadOnlySpan<byte> bytes, Span<byte> window)
    {
        if (bytes.Length >= MaxLength)
        {
            return bytes[^MaxLength..];
        }

        var fromTail = Math.Min(_tailLength, MaxLength - bytes.Length);
        if (fromTail == 0)
        {
            return bytes;
        }

        _tail.AsSpan(_tailLength - fromTail, fromTail).CopyTo(window);
        bytes.CopyTo(window[fromTail..]);
        return window[..(fromTail + bytes.Length)];
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length >= MaxLength)
        {
            bytes[^MaxLength..].CopyTo(_tail);
            _tailLength = MaxLength;
            return;
        }

        var kept = Math.Min(_tailLength, MaxLength - bytes.Length);
        _tail.AsSpan(_tailLength - kept, kept).CopyTo(_tail);
        bytes.CopyTo(_tail.AsSpan(kept));
        _tailLength = kept + bytes.Length;
    }
}
