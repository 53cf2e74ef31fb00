using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Decodes a string of hex digits (ISO 32000-2, 7.3.4.3), wherever the bytes were cut.</summary>
/// <param name="objectStart">Finds an object that begins inside the string; null where none can.</param>
internal sealed class HexStringLexer(ObjectReader reader, ObjectStart? objectStart)
{
    private const int None = -1;
    private const int MaxDecoded = 256;

    // With a digit from before, no more than is decoded at once.
    private const int MaxPart = (2 * MaxDecoded) - 2;

    private readonly byte[] _decoded = new byte[MaxDecoded];
    private int _digit;
    private bool _isWanted;

    /// <summary>Begins behind the bracket; reads the whole string when it lies in the bytes at hand, and is short or unwanted.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    /// <returns>Whether the string has ended.</returns>
    public bool Begin(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        _digit = None;
        _isWanted = reader.BeginString();
        var end = EndOfWhole(bytes, at, offset);
        if (end >= 0 && (!_isWanted || end - at <= MaxPart))
        {
            if (_isWanted)
            {
                reader.AddToString(_decoded.AsSpan(0, DecodeLast(bytes[at..end])));
            }

            at = end + 1;
            reader.EndString();
            return true;
        }

        objectStart?.Clear();
        return false;
    }

    /// <summary>Reads from a place on, to the end of the string or of the bytes.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    /// <returns>Whether the string has ended, or an object has begun in it.</returns>
    public bool Read(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        while (at < bytes.Length)
        {
            // Not beyond an object's beginning: the string may have no end.
            var next = objectStart?.Next(bytes, at, offset) ?? bytes.Length;
            var part = bytes[at..Math.Min(Math.Min(bytes.Length, next + 1), at + MaxPart)];
            var length = part.IndexOf((byte)'>');
            var hasEnd = length >= 0;
            length = hasEnd ? length : part.Length;
            var start = objectStart?.Find(bytes, at, at + length, offset) ?? -1;
            var digits = _isWanted ? bytes[at..(start < 0 ? at + length : start)] : [];
            var decoded = hasEnd && start < 0 ? DecodeLast(digits) : Decode(digits);
            if (start >= 0)
            {
                reader.AddToString(_decoded.AsSpan(0, decoded));
                reader.BeginObjectInString(objectStart!.Number, objectStart.Offset);
                at = start;
                return true;
            }

            _isWanted = reader.AddToString(_decoded.AsSpan(0, decoded));
            at += length;
            if (hasEnd)
            {
                at++;
                reader.EndString();
                return true;
            }
        }

        return false;
    }

    // The place of the bracket, or -1. A string may have no end: so beyond an object's beginning it is not searched.
    private int EndOfWhole(ReadOnlySpan<byte> bytes, int at, long offset)
    {
        for (int end = at, near = Math.Min(bytes.Length, at + ObjectStart.Shortest); end < near; end++)
        {
            if (bytes[end] == '>')
            {
                return end;
            }
        }

        var length = bytes[at..(objectStart?.Next(bytes, at, offset) ?? bytes.Length)].IndexOf((byte)'>');
        return length < 0 ? -1 : at + length;
    }

    // A digit that is missing at the end is a zero.
    private int DecodeLast(ReadOnlySpan<byte> digits)
    {
        var length = Decode(digits);
        if (_digit != None)
        {
            _decoded[length++] = (byte)(_digit << 4);
        }

        return length;
    }

    /// <returns>The number of bytes decoded.</returns>
    private int Decode(ReadOnlySpan<byte> digits)
    {
        var (length, last) = (0, _digit);
        foreach (var value in digits)
        {
            if (!char.IsAsciiHexDigit((char)value))
            {
                continue;
            }

            var digit = PdfCharacters.HexValue(value);
            if (last == None)
            {
                last = digit;
            }
            else
            {
                _decoded[length++] = (byte)((last << 4) | digit);
                last = None;
            }
        }

        _digit = last;
        return length;
    }
}
