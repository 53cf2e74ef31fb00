using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Hands the data of streams on, and finds where they end, wherever the bytes were cut.</summary>
/// <remarks>
/// A stream ends at <c>endstream</c>, or at <c>endobj</c> when that is missing: /Length may be wrong, and a reader that finds objects
/// by their offset sees what follows. It only tells whether the line end before the word belongs to the data.
/// </remarks>
internal sealed class StreamData(IStreams streams)
{
    // The line end before the keyword and the keyword without its last letter.
    private const int MaxHeld = 10;
    private const int Window = MaxHeld + 16;

    private readonly byte[] _held = new byte[MaxHeld];
    private readonly HiddenObject _hidden = new();
    private int _heldLength;
    private long _length;
    private long _handed;
    private bool _isWhole;

    /// <summary>An object that lies in the data: a reader who goes by its offset finds it there.</summary>
    public HiddenObject Hidden => _hidden;

    /// <summary>Bytes of the data are left out.</summary>
    public void Lose() => _isWhole = false;

    /// <param name="length">What /Length says; 0 when that is not known.</param>
    public void Begin(long length)
    {
        (_length, _handed, _heldLength, _isWhole) = (length, 0, 0, true);
        _hidden.Begin();
    }

    /// <summary>Gives back what was rented.</summary>
    public void Clear() => _hidden.Clear();

    /// <summary>Reads from a place on, to the end of the data or of the bytes.</summary>
    /// <param name="anchors">The masks that <see cref="PdfAnchors.Find"/> gives for these bytes.</param>
    /// <param name="offset">The offset of the first byte that is read.</param>
    /// <param name="read">The number of bytes read, up to and including the word <c>endstream</c>; below 0 when the word that ended the
    /// data began in bytes before these, and <see cref="Unread"/> are still to be read.</param>
    /// <returns>Whether the data have ended.</returns>
    public bool Read(ReadOnlySpan<byte> bytes, int from, ReadOnlySpan<ulong> anchors, long offset, out int read)
    {
        var hasEnded = ReadPart(bytes, from, anchors, out read);
        if (!streams.ReadsObjects)
        {
            _hidden.Take(bytes, from, from + Math.Max(0, read), anchors, offset);
        }

        if (hasEnded)
        {
            _hidden.End(_handed);
        }

        return hasEnded;
    }

    /// <summary>The last of the bytes before, which the word that ended the data began in.</summary>
    /// <param name="count">Their number.</param>
    public ReadOnlySpan<byte> Unread(int count) => _held.AsSpan(_heldLength - count, count);

    /// <summary>Ends the file within a stream's data.</summary>
    public void Complete()
    {
        streams.AddToStream(_held.AsSpan(0, _heldLength));
        streams.EndStream(isWhole: false);
    }

    private bool ReadPart(ReadOnlySpan<byte> bytes, int from, ReadOnlySpan<ulong> anchors, out int read)
    {
        var rest = bytes[from..];
        if (_heldLength > 0 || rest.Length <= MaxHeld)
        {
            return ReadWindow(rest, out read);
        }

        for (var at = from; (at = PdfAnchors.Next(anchors, at)) >= 0; at++)
        {
            var (end, length) = StreamEnd.Around(bytes, from, at);
            if (end >= 0)
            {
                End(bytes[from..end]);
                read = end + length - from;
                return true;
            }
        }

        var passed = rest.Length - MaxHeld;
        Hand(rest[..passed]);
        rest[passed..].CopyTo(_held);
        _heldLength = MaxHeld;
        read = rest.Length;
        return false;
    }

    // The bytes that were held back, and as many after them as a keyword that begins in them can have.
    private bool ReadWindow(ReadOnlySpan<byte> bytes, out int read)
    {
        Span<byte> window = stackalloc byte[Window];
        _held.AsSpan(0, _heldLength).CopyTo(window);
        var taken = Math.Min(bytes.Length, Window - _heldLength);
        bytes[..taken].CopyTo(window[_heldLength..]);
        window = window[..(_heldLength + taken)];
        if (StreamEnd.Find(window, out var length) is >= 0 and var end)
        {
            End(window[..end]);
            read = end + length - _heldLength;
            return true;
        }

        if (taken < bytes.Length)
        {
            // The keyword does not begin in what was held; the rest is read where it lies.
            Hand(window[.._heldLength]);
            (_heldLength, read) = (0, 0);
            return false;
        }

        var kept = Math.Min(window.Length, MaxHeld);
        Hand(window[..^kept]);
        window[^kept..].CopyTo(_held);
        (_heldLength, read) = (kept, taken);
        return false;
    }

    private void End(ReadOnlySpan<byte> last)
    {
        var lineEnd = last is [.., (byte)'\r', (byte)'\n'] ? 2 : last is [.., (byte)'\n' or (byte)'\r'] ? 1 : 0;
        var surplus = _handed + last.Length - _length;
        var data = last[..^(surplus >= 0 && surplus < lineEnd ? (int)surplus : lineEnd)];
        Hand(data);
        streams.AddLineEnd(last[data.Length..]);
        streams.EndStream(_isWhole);
    }

    private void Hand(ReadOnlySpan<byte> bytes)
    {
        _handed += bytes.Length;
        streams.AddToStream(bytes);
    }
}
