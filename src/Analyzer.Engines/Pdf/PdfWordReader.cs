using System.Runtime.CompilerServices;

namespace Analyzer.Engines.Pdf;

/// <summary>
/// Reads words one after the other, whatever they are and wherever the bytes were cut; its state is a few dozen bytes. Exact but not
/// fast: <see cref="PdfLexer"/> gives it only what needs it.
/// </summary>
/// <remarks>
/// How PDFiD cuts a file into words (its documentation, and its counts on the sample files):
/// <list type="number">
/// <item>A word is a run of <see cref="PdfVocabulary.WordBytes"/>. Any other byte ends it.</item>
/// <item>A word that a solidus stands before is a name, any other word an operator: <c>/obj</c> is no <c>obj</c>.</item>
/// <item>In a name, <c>#</c> and two hex digits are the byte with that code, and belong to the word whatever byte it is.</item>
/// <item>In a name, <c>#</c> without them ends the word, but the next word is a name as well: <c>/A#/JS</c>, <c>/A#JS</c>.</item>
/// <item>After the name <c>/Colors</c>, every decimal word counts that is above <see cref="ColorsThreshold"/> and ended by
/// anything but the end of the file or such a <c>#</c>, until the next name.</item>
/// </list>
/// </remarks>
internal sealed class PdfWordReader(PdfTally tally)
{
    /// <summary>PDFiD writes 2^24, which in Python is an exclusive or: its counter starts at 27, not at 16,777,217.</summary>
    private const long ColorsThreshold = 2 ^ 24;

    private const long HugeColorsThreshold = 1 << 24;

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

    /// <summary>Nothing is open: what comes next depends on nothing that came before.</summary>
    public bool IsIdle => !_isName && !_afterColors && _length == 0 && _escape == Escape.None;

    /// <summary>Reads until it is idle again, but at least one byte, or to the end.</summary>
    /// <param name="offset">Of the first byte, from the start of the file.</param>
    /// <returns>How many bytes it has read.</returns>
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

            var run = bytes[read..].IndexOfAnyExcept(PdfVocabulary.WordBytes);
            run = run < 0 ? bytes.Length - read : run;
            AppendRun(bytes.Slice(read, run), offset + read);
            read += run;
            if (read == bytes.Length)
            {
                break;
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

    /// <summary>The file ends here.</summary>
    public void Complete() => EndWord(mayBeColors: false);

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
                AppendByte((byte)((HexValue(_escapeDigit) << 4) | HexValue(next)));
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

    // One byte more than the longest keyword is kept, so that a longer word equals none.
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
            tally.Add(PdfKeyword.Colors, _start);
        }

        if (_number > HugeColorsThreshold)
        {
            tally.AddHugeColors(_start);
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

        tally.Add(keyword, _start);
        if (_hasHexCode)
        {
            tally.AddObfuscated(_start);
        }
    }

    private static int HexValue(byte digit) => char.IsAsciiDigit((char)digit) ? digit - '0' : (digit | 0x20) - 'a' + 10;

    [InlineArray(PdfVocabulary.LongestKeyword + 1)]
    private struct WordBuffer
    {
        private byte _first;
    }
}
