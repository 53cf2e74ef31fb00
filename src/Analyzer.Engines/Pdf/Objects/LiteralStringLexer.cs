using System.Buffers;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Decodes a string in parentheses (ISO 32000-2, 7.3.4.2), wherever the bytes were cut.</summary>
/// <param name="objectStart">Finds an object that begins inside the string; null where none can.</param>
internal sealed class LiteralStringLexer(ObjectReader reader, ObjectStart? objectStart)
{
    private const int MaxDecoded = 256;
    private const int Near = 16;

    private static readonly SearchValues<byte> Marks = SearchValues.Create("()\\\r"u8);

    // Escapes come in numbers, and each is one byte: they are handed on together.
    private readonly byte[] _decoded = new byte[MaxDecoded];
    private int _length;
    private State _state;
    private int _depth;
    private int _digits;
    private int _code;
    private bool _isWanted;

    private enum State
    {
        Text,
        Escape,
        OctalCode,
        AfterCarriageReturn,
    }

    /// <summary>Begins behind the parenthesis; reads the whole string when it lies in the bytes at hand and has no escapes.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    /// <returns>Whether the string has ended.</returns>
    public bool Begin(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        _isWanted = reader.BeginString();
        var end = _isWanted ? EndOfPlain(bytes, at, offset) : EndOfWhole(bytes, at, offset);
        if (end >= 0)
        {
            if (_isWanted)
            {
                reader.AddToString(bytes[at..(end - 1)]);
            }

            at = end;
            reader.EndString();
            return true;
        }

        (_state, _depth) = (State.Text, 1);
        objectStart?.Clear();
        return false;
    }

    /// <summary>Reads from a place on, to the end of the string or of the bytes.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    /// <returns>Whether the string has ended, or an object has begun in it.</returns>
    public bool Read(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        var hasEnded = false;
        while (at < bytes.Length && !hasEnded)
        {
            if (_state == State.Text)
            {
                hasEnded = ReadText(bytes, ref at, offset);
            }
            else
            {
                ReadEscaped(bytes, ref at);
            }
        }

        if (!hasEnded)
        {
            Flush();
        }

        return hasEnded;
    }

    /// <returns>The place behind the string; -1 when it does not end in these bytes.</returns>
    public static int EndOf(ReadOnlySpan<byte> bytes, int at)
    {
        var (depth, near) = (1, at + Near);
        while (at < bytes.Length)
        {
            if (at >= near)
            {
                var mark = bytes[at..].IndexOfAny((byte)'(', (byte)')', (byte)'\\');
                if (mark < 0)
                {
                    break;
                }

                at += mark;
                near = at + Near;
            }

            switch (bytes[at++])
            {
                case (byte)'\\':
                    at++;
                    break;
                case (byte)'(':
                    depth++;
                    break;
                case (byte)')' when --depth == 0:
                    return at;
            }
        }

        return -1;
    }

    // The place behind a string that stands there as it is read, or -1.
    private int EndOfPlain(ReadOnlySpan<byte> bytes, int at, long offset)
    {
        var end = EndOfRun(bytes, at);
        var isPlain = end < bytes.Length && bytes[end] == ')'
            && (objectStart is null || end - at < ObjectStart.Shortest || objectStart.Next(bytes, at, offset) >= end);
        return isPlain ? end + 1 : -1;
    }

    // A string may have no end: so beyond an object's beginning it is not searched.
    private int EndOfWhole(ReadOnlySpan<byte> bytes, int at, long offset)
    {
        var near = objectStart is null ? bytes.Length : Math.Min(bytes.Length, at + ObjectStart.Shortest);
        var end = EndOf(bytes[..near], at);
        return end < 0 && near < bytes.Length ? EndOf(bytes[..objectStart!.Next(bytes, at, offset)], at) : end;
    }

    private bool ReadText(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        var end = EndOfRun(bytes, at);
        var start = objectStart?.Find(bytes, at, Math.Min(end + 1, bytes.Length), offset) ?? -1;
        var textEnd = start < 0 ? end : start;
        if (textEnd > at)
        {
            Add(bytes[at..textEnd]);
        }

        if (start >= 0)
        {
            at = start;
            Flush();
            reader.BeginObjectInString(objectStart!.Number, objectStart.Offset);
            return true;
        }

        at = end;
        return at < bytes.Length && ReadMark(bytes, ref at);
    }

    /// <returns>Whether it ends the string.</returns>
    private bool ReadMark(ReadOnlySpan<byte> bytes, ref int at)
    {
        var mark = bytes[at++];
        switch (mark)
        {
            case (byte)'\\':
                _state = State.Escape;
                if (at < bytes.Length)
                {
                    ReadEscaped(bytes, ref at);
                }

                return false;
            case (byte)'\r':
                _state = State.AfterCarriageReturn;
                Add((byte)'\n');
                if (at < bytes.Length)
                {
                    ReadEscaped(bytes, ref at);
                }

                return false;
            case (byte)')' when --_depth == 0:
                EndString();
                return true;
            default:
                _depth += mark == '(' ? 1 : 0;
                Add(mark);
                return false;
        }
    }

    private void ReadEscaped(ReadOnlySpan<byte> bytes, ref int at)
    {
        var value = bytes[at];
        switch (_state)
        {
            case State.AfterCarriageReturn:
                // A line end is one line feed, however it is written.
                at += value == '\n' ? 1 : 0;
                _state = State.Text;
                break;
            case State.OctalCode when _digits < 3 && value is >= (byte)'0' and <= (byte)'7':
                (_code, _digits) = ((_code * 8) + (value - '0'), _digits + 1);
                at++;
                break;
            case State.OctalCode:
                _state = State.Text;
                Add((byte)_code);
                break;
            default:
                at++;
                ReadEscape(value);
                break;
        }
    }

    private void ReadEscape(byte value)
    {
        _state = State.Text;
        switch (value)
        {
            case >= (byte)'0' and <= (byte)'7':
                (_state, _digits, _code) = (State.OctalCode, 1, value - '0');
                break;
            case (byte)'\r':
                _state = State.AfterCarriageReturn;
                break;
            case (byte)'\n':
                break;
            default:
                Add(value switch
                {
                    (byte)'n' => (byte)'\n',
                    (byte)'r' => (byte)'\r',
                    (byte)'t' => (byte)'\t',
                    (byte)'b' => (byte)'\b',
                    (byte)'f' => (byte)'\f',
                    _ => value,
                });
                break;
        }
    }

    // Mostly a mark is near, and then to search for it costs more than to look.
    private static int EndOfRun(ReadOnlySpan<byte> bytes, int at)
    {
        for (var near = Math.Min(bytes.Length, at + Near); at < near; at++)
        {
            if (bytes[at] is (byte)'(' or (byte)')' or (byte)'\\' or (byte)'\r')
            {
                return at;
            }
        }

        var rest = bytes[at..].IndexOfAny(Marks);
        return rest < 0 ? bytes.Length : at + rest;
    }

    private void EndString()
    {
        Flush();
        reader.EndString();
    }

    private void Add(byte value)
    {
        if (_length == MaxDecoded)
        {
            Flush();
        }

        _decoded[_length++] = value;
    }

    private void Add(ReadOnlySpan<byte> bytes)
    {
        if (!_isWanted)
        {
            return;
        }

        if (bytes.Length > MaxDecoded - _length)
        {
            Flush();
        }

        if (bytes.Length > MaxDecoded)
        {
            _isWanted = reader.AddToString(bytes);
            return;
        }

        bytes.CopyTo(_decoded.AsSpan(_length));
        _length += bytes.Length;
    }

    private void Flush()
    {
        _isWanted = _isWanted && reader.AddToString(_decoded.AsSpan(0, _length));
        _length = 0;
    }
}
