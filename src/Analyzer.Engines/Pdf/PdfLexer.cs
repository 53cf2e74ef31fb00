using System.Numerics;

namespace Analyzer.Engines.Pdf;

/// <summary>
/// Counts PDFiD's keywords in the bytes that follow a PDF header, in constant memory and at the speed of memory. It is a tokenizer and
/// no parser: it looks at every byte, also inside streams and strings, and opens no compressed stream.
/// </summary>
/// <remarks>
/// <list type="number">
/// <item><see cref="PdfAnchors"/> finds, 64 bytes at a time, the few places where a keyword can be.</item>
/// <item>The word around each is compared in place.</item>
/// <item>What is rare or unfinished goes to <see cref="PdfWordReader"/> until it is idle: a name with a number sign, what follows
/// /Colors, a word that the end of the segment cuts.</item>
/// </list>
/// </remarks>
internal sealed class PdfLexer
{
    private readonly PdfWordReader _words;
    private long _offset;

    public PdfLexer() => _words = new(Tally);

    public PdfTally Tally { get; } = new();

    /// <param name="offset">Of the first byte to come, from the start of the file.</param>
    public void StartAt(long offset) => _offset = offset;

    /// <param name="anchors">What <see cref="PdfAnchors.Find"/> gives for these bytes.</param>
    public void Append(ReadOnlySpan<byte> bytes, ReadOnlySpan<ulong> anchors)
    {
        var settled = bytes[..SettledLength(bytes)];
        var done = _words.IsIdle ? 0 : _words.Read(bytes, _offset);
        while (done < settled.Length)
        {
            done = Skim(settled, anchors, done);
            if (done < settled.Length)
            {
                done += _words.Read(bytes[done..], _offset + done);
            }
        }

        while (done < bytes.Length)
        {
            done += _words.Read(bytes[done..], _offset + done);
        }

        _offset += bytes.Length;
    }

    public void Complete() => _words.Complete();

    /// <summary>How many bytes there are up to the last one that ends every word for sure, together with it.</summary>
    private static int SettledLength(ReadOnlySpan<byte> bytes) => bytes.LastIndexOfAnyExcept(PdfVocabulary.NameBytes) + 1;

    /// <summary>Counts the keywords in bytes that end between two words.</summary>
    /// <param name="from">Where to begin; no word is open there, whatever stands before.</param>
    /// <returns>How many bytes are done; fewer than there are when the word reader has to go on from there.</returns>
    private int Skim(ReadOnlySpan<byte> bytes, ReadOnlySpan<ulong> anchors, int from)
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
                if (at >= bytes.Length)
                {
                    return bytes.Length;
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
                return bytes.Length;
            }

            block += skipped;
            mask = blocks[block];
        }
    }

    // Each of the three returns where the word reader has to take over, or -1.
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
            Tally.Add(keyword, _offset + solidus);
        }

        return -1;
    }

    private static int SkimNumberSign(ReadOnlySpan<byte> bytes, int numberSign, ref int floor)
    {
        var name = NameStart(bytes, floor, numberSign);
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
            Tally.Add(keyword, _offset + start);
        }

        return -1;
    }

    // Written out letter by letter, since these four anchors are four of five: a search for the word's ends, and then for the word,
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

    // Stops after more bytes than the longest keyword has: so a file that is one long name costs no more than another.
    private static int WordEnd(ReadOnlySpan<byte> bytes, int at)
    {
        var end = at;
        while (PdfVocabulary.IsWord(bytes[end]) && end - at <= PdfVocabulary.LongestKeyword)
        {
            end++;
        }

        return end;
    }

    /// <summary>Where the name begins, at its solidus, that this number sign is in; -1 when it is in none.</summary>
    /// <param name="floor">No name is open there.</param>
    private static int NameStart(ReadOnlySpan<byte> bytes, int floor, int numberSign)
    {
        if (numberSign < floor)
        {
            return -1;
        }

        var before = bytes[floor..numberSign].LastIndexOfAnyExcept(PdfVocabulary.WordBytesAndNumberSign);
        return before >= 0 && bytes[floor + before] == '/' ? floor + before : -1;
    }
}
