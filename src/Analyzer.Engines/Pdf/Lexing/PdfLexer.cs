using System.Numerics;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>
/// Counts PDFiD's keywords in the bytes after a PDF header, in constant memory and at the speed of memory. It tokenizes and does not
/// parse: it reads every byte, including those inside streams and strings, and opens no compressed stream.
/// </summary>
/// <remarks>
/// <list type="number">
/// <item><see cref="PdfAnchors"/> finds, 64 bytes at a time, the few places where a keyword can be.</item>
/// <item>The lexer compares the word around each of them in place.</item>
/// <item><see cref="PdfTokenizer"/> reads what is rare or unfinished until it is idle: a name with a number sign, the text after
/// /Colors, a word that the end of the segment cuts.</item>
/// </list>
/// </remarks>
internal sealed class PdfLexer
{
    private readonly PdfTokenizer _tokenizer;
    private long _offset;

    public PdfLexer() => _tokenizer = new(Counts);

    public PdfKeywordCounts Counts { get; } = new();

    /// <param name="offset">The offset of the next byte, from the start of the file.</param>
    public void StartAt(long offset) => _offset = offset;

    /// <param name="anchors">The masks that <see cref="PdfAnchors.Find"/> gives for these bytes.</param>
    public void Append(ReadOnlySpan<byte> bytes, ReadOnlySpan<ulong> anchors)
    {
        var settled = bytes[..SettledLength(bytes, _tokenizer.IsIdle)];

        // A solidus ends the word before it, and begins one that these bytes may cut.
        var end = settled is [.., (byte)'/'] ? settled.Length - 1 : settled.Length;
        var done = _tokenizer.IsIdle ? 0 : _tokenizer.Read(bytes, _offset);
        while (done < end)
        {
            done = Skim(settled, end, anchors, done);
            if (done < end)
            {
                done += _tokenizer.Read(bytes[done..], _offset + done);
            }
        }

        while (done < bytes.Length)
        {
            done += _tokenizer.Read(bytes[done..], _offset + done);
        }

        _offset += bytes.Length;
    }

    public void Complete() => _tokenizer.Complete();

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _tokenizer.Clear();
        Counts.Clear();
        _offset = 0;
    }

    /// <summary>The number of bytes up to and including the last one that ends every word before it for certain.</summary>
    /// <param name="isIdle">Whether no word is open before these bytes.</param>
    private static int SettledLength(ReadOnlySpan<byte> bytes, bool isIdle)
    {
        var length = bytes.LastIndexOfAnyExcept(PdfVocabulary.WordBytesAndNumberSign) + 1;

        // Outside of a name a number sign ends a word as any other byte does.
        var mayBeName = length == 0 ? !isIdle : bytes[length - 1] == '/';
        return mayBeName ? length : length + bytes[length..].LastIndexOf((byte)'#') + 1;
    }

    /// <summary>Counts the keywords in bytes that end every word.</summary>
    /// <param name="end">Where to end, between two words.</param>
    /// <param name="from">Where to begin; no word is open there, whatever bytes precede it.</param>
    /// <returns>The place up to which it is done; before the end when the tokenizer has to continue from there.</returns>
    private int Skim(ReadOnlySpan<byte> bytes, int end, ReadOnlySpan<ulong> anchors, int from)
    {
        var floor = from;
        var blocks = anchors[..PdfAnchors.MaskCount(bytes.Length)];
        var block = from / PdfAnchors.BlockLength;
        var mask = blocks[block] & (ulong.MaxValue << (from % PdfAnchors.BlockLength));
        while (true)
        {
            for (; mask != 0; mask &= mask - 1)
            {
                var at = (block * PdfAnchors.BlockLength) + BitOperations.TrailingZeroCount(mask);
                if (at >= end)
                {
                    return end;
                }

                var handOver = bytes[at] switch
                {
                    (byte)'/' => SkimName(bytes, at),
                    (byte)'#' => SkimNumberSign(bytes, at, ref floor),
                    _ => SkimOperator(bytes, at, ref floor),
                };
                if (handOver >= 0)
                {
                    return handOver;
                }
            }

            var skipped = blocks[++block..].IndexOfAnyExcept(0UL);
            if (skipped < 0)
            {
                return end;
            }

            block += skipped;
            mask = blocks[block];
        }
    }

    // Each of the three methods returns the place where the tokenizer has to take over, or -1.
    private int SkimName(ReadOnlySpan<byte> bytes, int solidus)
    {
        var end = WordEnd(bytes, solidus + 1);
        var keyword = PdfVocabulary.FindName(bytes[(solidus + 1)..end]);
        if (bytes[end] == '#' || keyword == PdfKeyword.Colors)
        {
            return solidus;
        }

        if (keyword != PdfKeyword.None)
        {
            Counts.Add(keyword, _offset + solidus);
        }

        return -1;
    }

    private static int SkimNumberSign(ReadOnlySpan<byte> bytes, int numberSign, ref int floor)
    {
        var name = numberSign <= floor ? -1 : NameStart(bytes, floor, numberSign);
        if (name < 0)
        {
            floor = numberSign + 1;
        }

        return name;
    }

    private int SkimOperator(ReadOnlySpan<byte> bytes, int at, ref int floor)
    {
        var (keyword, start) = OperatorAt(bytes, floor, at);
        if (keyword == PdfKeyword.None)
        {
            return -1;
        }

        var before = start == floor ? (byte)' ' : bytes[start - 1];
        if (before == '#' && SkimNumberSign(bytes, start - 1, ref floor) is >= 0 and var name)
        {
            return name;
        }

        if (before != '/' && !PdfVocabulary.IsWord(before))
        {
            Counts.Add(keyword, _offset + start);
        }

        return -1;
    }

    // Written out letter by letter, because four of five anchors are these: to search for the word's ends and then look up the word
    // takes twice as long.
    private static (PdfKeyword Keyword, int Start) OperatorAt(ReadOnlySpan<byte> bytes, int floor, int at)
    {
        var before = bytes[floor..at];
        var rest = bytes[at..];
        return rest[0] switch
        {
            (byte)'b' when IsWordEnd(rest, "bj"u8) && before.EndsWith("o"u8) =>
                before.EndsWith("endo"u8) ? (PdfKeyword.EndObj, at - 4) : (PdfKeyword.Obj, at - 1),
            (byte)'t' when IsWordEnd(rest, "tream"u8) && before.EndsWith("s"u8) =>
                before.EndsWith("ends"u8) ? (PdfKeyword.EndStream, at - 4) : (PdfKeyword.Stream, at - 1),
            (byte)'t' when IsWordEnd(rest, "trailer"u8) => (PdfKeyword.Trailer, at),
            (byte)'x' when IsWordEnd(rest, "xref"u8) =>
                before.EndsWith("start"u8) ? (PdfKeyword.StartXref, at - 5) : (PdfKeyword.Xref, at),
            _ => (PdfKeyword.None, at),
        };
    }

    private static bool IsWordEnd(ReadOnlySpan<byte> rest, ReadOnlySpan<byte> end) =>
        rest.StartsWith(end) && !PdfVocabulary.IsWord(rest[end.Length]);

    // Stops once the word is longer than the longest keyword, so that a file that is one long name costs no more than another.
    private static int WordEnd(ReadOnlySpan<byte> bytes, int at)
    {
        var end = at;
        while (PdfVocabulary.IsWord(bytes[end]) && end - at <= PdfVocabulary.LongestKeyword)
        {
            end++;
        }

        return end;
    }

    /// <summary>The place of the solidus that begins the name around this number sign; -1 when it is in no name.</summary>
    /// <param name="floor">A place where no name is open.</param>
    private static int NameStart(ReadOnlySpan<byte> bytes, int floor, int numberSign)
    {
        var before = bytes[floor..numberSign].LastIndexOfAnyExcept(PdfVocabulary.WordBytesAndNumberSign);
        return before >= 0 && bytes[floor + before] == '/' ? floor + before : -1;
    }
}
