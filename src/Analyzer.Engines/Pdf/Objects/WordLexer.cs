using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Reads names, numbers and other words, wherever the bytes were cut.</summary>
internal sealed class WordLexer(ObjectReader reader)
{
    private const int MaxLength = 128;

    /// <summary>So much of it is the end of a word that is longer: an object may begin there.</summary>
    private const int EndLength = 8;

    private readonly byte[] _word = new byte[MaxLength];
    private int _length;
    private long _start;
    private bool _isName;

    /// <summary>Whether the bytes ended within a word, or directly behind it.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>Reads a name from its solidus on; most lie whole in the bytes at hand and are handed on without a copy.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    public void ReadName(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        var start = at++;
        var hasCode = false;
        var end = at;
        for (; end < bytes.Length && PdfCharacters.ClassOf(bytes[end]) == CharacterClass.Regular; end++)
        {
            hasCode |= bytes[end] == '#';
        }

        if (end == bytes.Length)
        {
            (IsOpen, _isName, _start, _length) = (true, true, offset + start, 0);
            return;
        }

        var name = bytes[at..end];
        at = end;
        if (!hasCode)
        {
            reader.Name(name, hasHexCodes: false, offset + start);
            return;
        }

        (_start, _length) = (offset + start, Math.Min(name.Length, MaxLength));
        name[.._length].CopyTo(_word);
        EndName();
    }

    /// <summary>Reads a number or another word.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    /// <returns>Whether the tokens' taker wants to stop behind it.</returns>
    public bool Read(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        var (start, end, number) = (at, at, 0L);
        for (; end < bytes.Length && (uint)(bytes[end] - '0') <= 9; end++)
        {
            number = Math.Min((number * 10) + (bytes[end] - '0'), uint.MaxValue);
        }

        if (end > start && end < bytes.Length && PdfCharacters.ClassOf(bytes[end]) != CharacterClass.Regular)
        {
            at = end;
            reader.Integer(number, offset + start);
            return false;
        }

        end = PdfCharacters.EndOfToken(bytes, end);
        _start = offset + start;
        if (end == bytes.Length)
        {
            (IsOpen, _isName, _length) = (true, false, 0);
            return false;
        }

        at = end;
        if (end - start <= MaxLength)
        {
            return EndWord(bytes[start..end]);
        }

        (_isName, _length) = (false, 0);
        Keep(bytes[start..end]);
        return EndWord(_word);
    }

    /// <summary>Goes on with a word that is open: at first from behind the solidus of a name, or from another word's first byte.</summary>
    /// <returns>Whether the tokens' taker wants to stop behind it.</returns>
    public bool ReadOn(ReadOnlySpan<byte> bytes, ref int at)
    {
        var end = PdfCharacters.EndOfToken(bytes, at);
        Keep(bytes[at..end]);
        at = end;
        return end < bytes.Length && End();
    }

    /// <summary>Ends a word that is open.</summary>
    /// <returns>Whether the tokens' taker wants to stop behind it.</returns>
    public bool End()
    {
        IsOpen = false;
        if (!_isName)
        {
            return EndWord(_word.AsSpan(0, _length));
        }

        EndName();
        return false;
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        var kept = Math.Min(bytes.Length, MaxLength - _length);
        bytes[..kept].CopyTo(_word.AsSpan(_length));
        _length += kept;
        var rest = bytes[Math.Max(kept, bytes.Length - EndLength)..];
        if (!_isName && !rest.IsEmpty)
        {
            var end = _word.AsSpan(MaxLength - EndLength);
            end[rest.Length..].CopyTo(end);
            rest.CopyTo(end[^rest.Length..]);
        }
    }

    private void EndName()
    {
        var length = PdfCharacters.DecodeHexCodes(_word.AsSpan(0, _length));
        reader.Name(_word.AsSpan(0, length), hasHexCodes: length < _length, _start);
    }

    private bool EndWord(ReadOnlySpan<byte> word)
    {
        if (!PdfCharacters.TryParseInteger(word, out var value))
        {
            return reader.Word(word, _start);
        }

        reader.Integer(value, _start);
        return false;
    }
}
