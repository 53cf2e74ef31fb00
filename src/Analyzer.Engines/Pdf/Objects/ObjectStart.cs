namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Recognises <c>12 0 obj</c> and the byte after it, wherever the bytes were cut.</summary>
/// <remarks>
/// In bytes at hand the word obj is searched, and what stands before it read back: a string or a comment without it costs next to nothing.
/// Byte by byte is read only what the bytes end with, or begin with, as far as it may belong to an object's beginning that was cut.
/// </remarks>
internal sealed class ObjectStart
{
    /// <summary>No beginning is shorter than <c>1 0obj</c> and the byte after it.</summary>
    public const int Shortest = 7;

    private const int WordLength = 3;

    private Part _part;
    private long _first;
    private long _firstOffset;
    private long _second;
    private long _secondOffset;

    // The last search has found that no object begins before this offset.
    private long _nextOffset;
    private long _nextStart;
    private int _nextNumber;

    private enum Part
    {
        None,
        First,
        AfterFirst,
        Second,
        AfterSecond,
        Sign,
        O,
        B,
        J,
    }

    public int Number => (int)Math.Min(_first, int.MaxValue);

    public long Offset => _firstOffset;

    /// <summary>Other bytes follow: nothing has been read of them.</summary>
    public void Clear() => _part = Part.None;

    /// <summary>Makes it ready for another file.</summary>
    public void Reset() => (_part, _nextOffset, _nextStart) = (Part.None, 0, -1);

    /// <summary>Reads from a place on, to the end of a part or to an object's beginning.</summary>
    /// <param name="to">The end of the part.</param>
    /// <param name="offset">The offset of the first byte.</param>
    /// <returns>The place before which an object begins; -1 for none.</returns>
    public int Find(ReadOnlySpan<byte> bytes, int from, int to, long offset)
    {
        if (_part != Part.None)
        {
            var place = ReadOn(bytes, from, to, offset);
            if (place >= 0 || _part != Part.None)
            {
                return place;
            }
        }

        return to - from >= Shortest ? Search(bytes, from, to, offset)
            : to - from == 1 && !char.IsAsciiDigit((char)bytes[from]) ? -1
            : Keep(bytes[..to], from, offset);
    }

    /// <summary>Finds the next place before which an object may begin; the search goes over each byte once.</summary>
    /// <param name="from">Not before that of the last search.</param>
    /// <returns>The place behind the word obj; the end of the bytes when there is none.</returns>
    public int Next(ReadOnlySpan<byte> bytes, int from, long offset)
    {
        if (_nextOffset - offset is var known && known >= from + WordLength)
        {
            return (int)Math.Min(known, bytes.Length);
        }

        var at = from;
        for (int word; (word = bytes[at..].IndexOf("obj"u8)) >= 0;)
        {
            at += word + WordLength;
            if (at < bytes.Length && ObjectHead.CanFollow(bytes[at])
                && ObjectHead.TryReadBack(bytes[from..(at - WordLength)], out _nextNumber, out var start))
            {
                (_nextOffset, _nextStart) = (offset + at, offset + from + start);
                return at;
            }
        }

        (_nextOffset, _nextStart) = (offset + bytes.Length, -1);
        return bytes.Length;
    }

    /// <returns>True when an object begins before this byte.</returns>
    public bool Read(byte value, long offset)
    {
        var (isDigit, isSpace) = (char.IsAsciiDigit((char)value), ObjectHead.IsSpace(value));
        if (_part == Part.None && !isDigit)
        {
            return false;
        }

        switch (_part)
        {
            case Part.J when ObjectHead.CanFollow(value):
                _part = Part.None;
                return true;
            case Part.First when isDigit:
                _first = Math.Min((_first * 10) + (value - '0'), int.MaxValue);
                break;
            case Part.Second when isDigit:
                _second = Math.Min((_second * 10) + (value - '0'), int.MaxValue);
                break;
            case Part.AfterFirst or Part.Sign when isDigit:
                (_part, _second, _secondOffset) = (Part.Second, value - '0', offset);
                break;
            case Part.AfterSecond when isDigit:
                (_first, _firstOffset) = (_second, _secondOffset);
                (_part, _second, _secondOffset) = (Part.Second, value - '0', offset);
                break;
            case Part.First or Part.Second when isSpace:
                _part++;
                break;
            case Part.AfterFirst or Part.AfterSecond when isSpace:
                break;
            case Part.AfterFirst when ObjectHead.IsSign(value):
                _part = Part.Sign;
                break;
            case Part.AfterSecond when ObjectHead.IsSign(value):
                (_part, _first, _firstOffset) = (Part.Sign, _second, _secondOffset);
                break;
            case Part.Second or Part.AfterSecond when value == 'o':
                _part = Part.O;
                break;
            case Part.O when value == 'b':
                _part = Part.B;
                break;
            case Part.B when value == 'j':
                _part = Part.J;
                break;
            default:
                (_part, _first, _firstOffset) = (isDigit ? Part.First : Part.None, isDigit ? value - '0' : 0, offset);
                break;
        }

        return false;
    }

    // A match that began before this part goes on until it ends, or until it is two numbers of this part, which are read back.
    private int ReadOn(ReadOnlySpan<byte> bytes, int from, int to, long offset)
    {
        for (var at = from; at < to; at++)
        {
            if (Read(bytes[at], offset + at))
            {
                return at;
            }

            if (_part == Part.None || _firstOffset >= offset + from)
            {
                _part = Part.None;
                break;
            }
        }

        return -1;
    }

    private int Search(ReadOnlySpan<byte> bytes, int from, int to, long offset)
    {
        for (var at = from; (at = Next(bytes, at, offset)) < to; at++)
        {
            if (_nextStart >= offset + from)
            {
                (_first, _firstOffset) = (_nextNumber, _nextStart);
                return at;
            }

            // The number goes on before this part, but only what is in it counts.
            if (ObjectHead.TryReadBack(bytes[from..(at - WordLength)], out var number, out var start))
            {
                (_first, _firstOffset) = (number, offset + from + start);
                return at;
            }
        }

        return Keep(bytes[..to], from, offset);
    }

    /// <summary>Reads what the part ends with, as far as it may belong to an object's beginning.</summary>
    /// <returns>-1, for none has begun.</returns>
    private int Keep(ReadOnlySpan<byte> bytes, int from, long offset)
    {
        if (bytes.Length == from || !MayGoOn(bytes[^1]))
        {
            return -1;
        }

        var start = bytes.Length;
        while (start > from && bytes.Length - start < WordLength && IsLetter(bytes[start - 1]))
        {
            start--;
        }

        var part = bytes[from..start];
        start = part.Length;
        ObjectHead.SkipSignBack(part, ref start);
        ObjectHead.SkipSpaceBack(part, ref start);
        if (ObjectHead.SkipDigitsBack(part, ref start))
        {
            ObjectHead.SkipSignBack(part, ref start);
            ObjectHead.SkipSpaceBack(part, ref start);
            ObjectHead.SkipDigitsBack(part, ref start);
            for (var at = from + start; at < bytes.Length; at++)
            {
                Read(bytes[at], offset + at);
            }
        }

        return -1;
    }

    private static bool MayGoOn(byte value) =>
        char.IsAsciiDigit((char)value) || ObjectHead.IsSpace(value) || ObjectHead.IsSign(value) || IsLetter(value);

    private static bool IsLetter(byte value) => value is (byte)'o' or (byte)'b' or (byte)'j';
}
