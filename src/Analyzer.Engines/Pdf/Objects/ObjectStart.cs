namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Recognises <c>12 0 obj</c> and the byte after it, wherever the bytes were cut.</summary>
/// <remarks>
/// In bytes at hand the word obj is searched, and what stands before it read back: a string or a comment without it costs next to nothing.
/// Byte by byte is read only what the bytes end with, or begin with, as far as it may belong to an object's beginning that was cut.
/// </remarks>
internal sealed class ObjectStart
{
    /// <summary>No beginning is shorter than <c>1 0 obj</c> and the byte after it.</summary>
    public const int Shortest = 8;

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
        O,
        B,
        J,
    }

    public int Number => (int)Math.Min(_first, int.MaxValue);

    public long Offset => _firstOffset;

    /// <summary>Other bytes follow: nothing has been read of them.</summary>
    public void Clear() => _part = Part.None;

    /// <summary>Makes it ready for another file.</summary>
    public void Reset() => (_part, _nextOffset) = (Part.None, 0);

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
            if (at < bytes.Length && CanFollow(bytes[at]) && TryReadBack(bytes[from..(at - WordLength)], out _nextNumber, out var start))
            {
                (_nextOffset, _nextStart) = (offset + at, offset + from + start);
                return at;
            }
        }

        _nextOffset = offset + bytes.Length;
        return bytes.Length;
    }

    /// <returns>True when an object begins before this byte.</returns>
    public bool Read(byte value, long offset)
    {
        var (isDigit, isSpace) = (char.IsAsciiDigit((char)value), IsSpace(value));
        if (_part == Part.None && !isDigit)
        {
            return false;
        }

        switch (_part)
        {
            case Part.J when CanFollow(value):
                _part = Part.None;
                return true;
            case Part.First when isDigit:
                _first = Math.Min((_first * 10) + (value - '0'), int.MaxValue);
                break;
            case Part.Second when isDigit:
                _second = Math.Min((_second * 10) + (value - '0'), int.MaxValue);
                break;
            case Part.AfterFirst when isDigit:
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
            case Part.AfterSecond when value == 'o':
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

    /// <summary>Reads back from the word obj to the object's number.</summary>
    /// <param name="bytes">What stands before that word.</param>
    /// <param name="start">Where the number begins, or where reading back ended; 0 means that more bytes before these could matter.</param>
    /// <returns>Whether an object's number and its generation stand there.</returns>
    public static bool TryReadBack(ReadOnlySpan<byte> bytes, out int number, out int start)
    {
        (number, start) = (0, bytes.Length);
        if (!SkipSpaceBack(bytes, ref start) || !SkipDigitsBack(bytes, ref start) || !SkipSpaceBack(bytes, ref start))
        {
            return false;
        }

        var end = start;
        if (!SkipDigitsBack(bytes, ref start))
        {
            return false;
        }

        var value = 0L;
        foreach (var digit in bytes[start..end])
        {
            value = Math.Min((value * 10) + (digit - '0'), int.MaxValue);
        }

        number = (int)value;
        return true;
    }

    /// <summary>Whether an object's beginning can have this byte after the word obj.</summary>
    public static bool CanFollow(byte value) =>
        IsSpace(value) || value is (byte)'<' or (byte)'[' or (byte)'(' or (byte)'/' or (byte)'%';

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
            if (TryReadBack(bytes[from..(at - WordLength)], out var number, out var start))
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
        SkipSpaceBack(part, ref start);
        if (SkipDigitsBack(part, ref start))
        {
            SkipSpaceBack(part, ref start);
            SkipDigitsBack(part, ref start);
            for (var at = from + start; at < bytes.Length; at++)
            {
                Read(bytes[at], offset + at);
            }
        }

        return -1;
    }

    private static bool MayGoOn(byte value) => char.IsAsciiDigit((char)value) || IsSpace(value) || IsLetter(value);

    private static bool IsLetter(byte value) => value is (byte)'o' or (byte)'b' or (byte)'j';

    private static bool IsSpace(byte value) => value is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t';

    private static bool SkipSpaceBack(ReadOnlySpan<byte> bytes, ref int at)
    {
        var end = at;
        while (at > 0 && IsSpace(bytes[at - 1]))
        {
            at--;
        }

        return at < end;
    }

    private static bool SkipDigitsBack(ReadOnlySpan<byte> bytes, ref int at)
    {
        var end = at;
        while (at > 0 && char.IsAsciiDigit((char)bytes[at - 1]))
        {
            at--;
        }

        return at < end;
    }
}
