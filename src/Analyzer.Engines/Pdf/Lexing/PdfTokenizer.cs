using System.Runtime.CompilerServices;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>
/// Reads words one after the other, wherever the bytes were cut; its state is a few dozen bytes. It is exact but not fast, so
/// <see cref="PdfLexer"/> gives it only the words that need it.
/// </summary>
/// <remarks>
/// PDFiD cuts a file into words as follows (from its documentation and its counts on the sample files):
/// <list type="number">
/// <item>A word is a run of <see cref="PdfVocabulary.WordBytes"/>. Any other byte ends it.</item>
/// <item>A word after a solidus is a name, any other word is an operator: <c>/obj</c> is not <c>obj</c>.</item>
/// <item>In a name, <c>#</c> and two hex digits are the byte with that code, which belongs to the word whatever byte it is.</item>
/// <item>In a name, <c>#</c> without two hex digits ends the word, and the next word is a name too: <c>/A#/JS</c>, <c>/A#JS</c>.</item>
/// <item>After the name <c>/Colors</c> and until the next name, every decimal word above <see cref="ColorsThreshold"/> counts,
/// unless the end of the file or such a <c>#</c> ends it.</item>
/// </list>
/// </remarks>
internal sealed class PdfTokenizer(PdfKeywordCounts counts)
{
    /// <summary>PDFiD has compared with 2**24 since version 0.2.6; before, it wrote 2^24, which in Python is an exclusive or.</summary>
    private const long ColorsThreshold = 1 << 24;

    private WordBuffer _word;
    private int _length;
    private long _start;
    private bool _isName;
    private bool _hasHexCode;
    private Escape _escape;
    private byte _escapeDigit;
    private long _escapeStart;
    private bool _afterColors;
    private bool _isNumber = true;
    private long _number;

    private enum Escape
    {
        None,
        NumberSign,
        FirstDigit,
    }

    /// <summary>True when no word is open, so that the next bytes do not depend on the previous ones.</summary>
    public bool IsIdle => !_isName && !_afterColors && _length == 0 && _escape == Escape.None;

    /// <summary>Reads at least one byte, and on until it is idle again, at the latest before the next name, or the bytes end.</summary>
    /// <param name="offset">The offset of the first byte, from the start of the file.</param>
    /// <returns>The number of bytes read.</returns>
    public int Read(ReadOnlySpan<byte> bytes, long offset)
    {
        var read = 0;
        while (read < bytes.Length)
        {
            if (_escape != Escape.None)
            {
                read += ReadEscape(bytes[read]);
                continue;
            }

            var run = RunLength(bytes[read..]);
            if (run > 0)
            {
                AppendRun(bytes.Slice(read, run), offset + read);
                read += run;
            }

            if (read == bytes.Length)
            {
                break;
            }

            if (_isName && bytes[read] == '#' && read + 2 < bytes.Length)
            {
                read += ReadHexCode(bytes.Slice(read, 3), offset + read);
                continue;
            }

            if (bytes[read] == '/' && read > 0 && IsPlainName(bytes[(read + 1)..]))
            {
                EndWord(mayBeColors: true);
                _isName = false;
                if (IsIdle)
                {
                    break;
                }
            }

            ReadDelimiter(bytes[read], offset + read);
            read++;
            if (IsIdle)
            {
                break;
            }
        }

        return read;
    }

    /// <summary>Ends the last word at the end of the file.</summary>
    public void Complete() => EndWord(mayBeColors: false);

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        (_length, _start, _isName, _hasHexCode) = (0, 0, false, false);
        (_escape, _afterColors, _isNumber, _number) = (Escape.None, false, true, 0);
    }

    // Mostly the word's end is near, and then to search for it costs more than to look.
    private static int RunLength(ReadOnlySpan<byte> bytes)
    {
        var near = Math.Min(bytes.Length, PdfVocabulary.LongestKeyword);
        for (var length = 0; length < near; length++)
        {
            if (!PdfVocabulary.IsWord(bytes[length]))
            {
                return length;
            }
        }

        var rest = bytes[near..].IndexOfAnyExcept(PdfVocabulary.WordBytes);
        return rest < 0 ? bytes.Length : near + rest;
    }

    // Whatever stands before it, such a name is read by itself.
    private static bool IsPlainName(ReadOnlySpan<byte> bytes)
    {
        for (var length = 0; length < Math.Min(bytes.Length, PdfVocabulary.LongestKeyword); length++)
        {
            if (!PdfVocabulary.IsWord(bytes[length]))
            {
                return bytes[length] != '#';
            }
        }

        return false;
    }

    /// <summary>Reads a number sign in a name, and the two bytes behind it when they are hex digits.</summary>
    /// <returns>The number of bytes read.</returns>
    private int ReadHexCode(ReadOnlySpan<byte> bytes, long offset)
    {
        var (first, second) = (bytes[1], bytes[2]);
        var hasFirst = char.IsAsciiHexDigit((char)first);
        if (hasFirst && char.IsAsciiHexDigit((char)second))
        {
            _hasHexCode = true;
            AppendByte((byte)((PdfCharacters.HexValue(first) << 4) | PdfCharacters.HexValue(second)));
            return 3;
        }

        EndWord(mayBeColors: false);
        _start = offset;
        if (!hasFirst)
        {
            return 1;
        }

        AppendByte(first);
        return 2;
    }

    private void ReadDelimiter(byte delimiter, long offset)
    {
        if (_isName && delimiter == '#')
        {
            _escape = Escape.NumberSign;
            _escapeStart = offset;
            return;
        }

        EndWord(mayBeColors: true);
        _isName = delimiter == '/';
        _start = offset;
    }

    private int ReadEscape(byte next)
    {
        if (char.IsAsciiHexDigit((char)next))
        {
            if (_escape == Escape.NumberSign)
            {
                _escape = Escape.FirstDigit;
                _escapeDigit = next;
            }
            else
            {
                _escape = Escape.None;
                _hasHexCode = true;
                AppendByte((byte)((PdfCharacters.HexValue(_escapeDigit) << 4) | PdfCharacters.HexValue(next)));
            }

            return 1;
        }

        EndWord(mayBeColors: false);
        _start = _escapeStart;
        if (_escape == Escape.FirstDigit)
        {
            AppendByte(_escapeDigit);
        }

        _escape = Escape.None;
        return 0;
    }

    private void AppendRun(ReadOnlySpan<byte> run, long offset)
    {
        if (_length == 0 && !_isName)
        {
            _start = offset;
        }

        foreach (var value in run[..Math.Min(run.Length, _afterColors ? run.Length : PdfVocabulary.LongestKeyword + 1)])
        {
            AppendByte(value);
        }
    }

    // Keeps one byte more than the longest keyword has, so that a longer word equals no keyword.
    private void AppendByte(byte value)
    {
        if (_length <= PdfVocabulary.LongestKeyword)
        {
            _word[_length++] = value;
        }

        _isNumber &= char.IsAsciiDigit((char)value);
        _number = Math.Min(_number * 10 + (value - '0'), int.MaxValue);
    }

    private void EndWord(bool mayBeColors)
    {
        if (_afterColors && mayBeColors && _length > 0 && _isNumber)
        {
            CountColors();
        }

        if (_length > 0)
        {
            Count(((ReadOnlySpan<byte>)_word)[.._length]);
        }

        (_length, _hasHexCode, _isNumber, _number) = (0, false, true, 0);
    }

    private void CountColors()
    {
        if (_number > ColorsThreshold)
        {
            counts.Add(PdfKeyword.Colors, _start);
        }
    }

    private void Count(ReadOnlySpan<byte> word)
    {
        var keyword = _isName ? PdfVocabulary.FindName(word) : PdfVocabulary.FindOperator(word);
        if (_isName)
        {
            _afterColors = keyword == PdfKeyword.Colors;
        }

        if (keyword is PdfKeyword.None or PdfKeyword.Colors)
        {
            return;
        }

        counts.Add(keyword, _start);
        if (_hasHexCode)
        {
            counts.AddObfuscated(_start);
        }
    }


    [InlineArray(PdfVocabulary.LongestKeyword + 1)]
    private struct WordBuffer
    {
        private byte _first;
    }
}
