using System.Buffers;

namespace Analyzer.Engines.JavaScript.Text;

/// <summary>Looks in the text of a script that could not be parsed for calls and shapes that attacks have.</summary>
/// <remarks>All limits here are judgements: they are not derived from labelled scripts.</remarks>
internal static class TextExamination
{
    private const int ShellcodeRun = 16;
    private const int BulkCalls = 8;
    private const int BulkNumbers = 40;
    private const int LongText = 1000;
    private const int LongWord = 1000;
    private const int Ascii = 128;
    private const double ManyOtherCharacters = 0.6;
    private const double DenseEntropy = 5.5;

    private static readonly SearchValues<char> LettersAndSpace =
        SearchValues.Create(" \t\r\nabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

    private static readonly SearchValues<char> HexDigits = SearchValues.Create("0123456789abcdefABCDEF");
    private static readonly SearchValues<char> NumberCharacters = SearchValues.Create("0123456789abcdefABCDEFx \t\r\n");

    // The text that can stand between two concatenated parts.
    private static readonly SearchValues<char> Joints = SearchValues.Create(" \t\r\n\"'+");

    // CVE-2007-5659, CVE-2009-0927, CVE-2009-4324, CVE-2009-1493, CVE-2014-0521 and CVE-2018-4990 came through these.
    private static readonly string[] ExploitCalls =
    [
        "Collab.getIcon", "Collab.collectEmailInfo", "media.newPlayer", "spell.customDictionaryOpen", "printSeps",
        "app.setProfile",
    ];

    private static readonly string[] DecodeCalls =
    [
        "unescape(", "decodeURIComponent(", "fromCharCode", "atob(", "util.stringFromStream",
    ];

    private static readonly string[] RunCalls =
    [
        "eval(", "eval (", "['eval']", "[\"eval\"]", "Function(", "app.setTimeOut(", "app.setInterval(",
    ];

    private static readonly string[] StartCalls =
    [
        "exportDataObject", "app.openDoc", "app.newDoc", "app.execMenuItem", "importDataObject",
    ];

    private static readonly string[] ConnectCalls =
    [
        "app.launchURL", "submitForm", "getURL(", "SOAP.connect", "SOAP.request", "Net.HTTP", "app.mailMsg", "mailDoc", "mailForm",
        @"\\\\",
    ];

    // Every mark but one needs one of these; most scripts have none, and are read once instead of once for each.
    private static readonly SearchValues<string> Suspects = SearchValues.Create(
        [.. ExploitCalls, .. DecodeCalls, .. StartCalls, .. ConnectCalls, "util.printf", "%u", "\\u", "\\x"], StringComparison.Ordinal);

    /// <summary>Where each mark was found; -1 for those that were not.</summary>
    /// <param name="places">One place for each <see cref="ScriptEffect"/>.</param>
    public static void Examine(ReadOnlySpan<char> text, Span<int> places)
    {
        places.Fill(-1);
        if (text.ContainsAny(Suspects))
        {
            ExamineSuspect(text, places);
        }

        places[(int)ScriptEffect.Unreadable] = IsUnreadable(text) ? 0 : -1;
        places[(int)ScriptEffect.Unparsed] = 0;
    }

    private static void ExamineSuspect(ReadOnlySpan<char> text, Span<int> places)
    {
        var decode = BulkDecode(text);
        var run = IndexOfAny(text, RunCalls);
        places[(int)ScriptEffect.Exploit] = FirstOf(IndexOfAny(text, ExploitCalls), OverlongWidth(text));
        places[(int)ScriptEffect.Shellcode] =
            FirstOf(EscapeRun(text, "%u", 4), FirstOf(EscapeRun(text, "\\u", 4), EscapeRun(text, "\\x", 2, 64)));
        places[(int)ScriptEffect.DecodesAndRuns] = run >= 0 && IndexOfAny(text, DecodeCalls) >= 0 ? run : -1;
        places[(int)ScriptEffect.Decodes] = decode;
        places[(int)ScriptEffect.Starts] = IndexOfAny(text, StartCalls);
        places[(int)ScriptEffect.Connects] = IndexOfAny(text, ConnectCalls);
    }

    private static int FirstOf(int one, int other) => one < 0 ? other : other < 0 ? one : Math.Min(one, other);

    private static int IndexOfAny(ReadOnlySpan<char> text, string[] calls)
    {
        var first = -1;
        foreach (var call in calls)
        {
            first = FirstOf(first, text.IndexOf(call));
        }

        return first;
    }

    // CVE-2008-2992: util.printf("%45000f", ...).
    private static int OverlongWidth(ReadOnlySpan<char> text)
    {
        var call = text.IndexOf("util.printf");
        if (call < 0)
        {
            return -1;
        }

        for (var at = call; at < text.Length; at++)
        {
            var digits = 0;
            while (text[at] == '%' && at + 1 + digits < text.Length && char.IsAsciiDigit(text[at + 1 + digits]))
            {
                digits++;
            }

            if (digits >= 4)
            {
                return call;
            }
        }

        return -1;
    }

    // A run of escapes, which may be cut into strings that are added: "%u9090" + "%u9090".
    private static int EscapeRun(ReadOnlySpan<char> text, ReadOnlySpan<char> escape, int digits, int shortest = ShellcodeRun)
    {
        var (start, count, at) = (-1, 0, 0);
        for (int next; (next = text[at..].IndexOf(escape)) >= 0;)
        {
            next += at;
            var end = next + escape.Length + digits;
            if (end > text.Length)
            {
                return -1;
            }

            var isEscape = !text[(next + escape.Length)..end].ContainsAnyExcept(HexDigits);
            var continues = count > 0 && !text[at..next].ContainsAnyExcept(Joints);
            start = continues ? start : next;
            count = !isEscape ? 0 : continues ? count + 1 : 1;
            if (count >= shortest)
            {
                return start;
            }

            at = isEscape ? end : next + escape.Length;
        }

        return -1;
    }

    private static int BulkDecode(ReadOnlySpan<char> text)
    {
        var unescape = text.IndexOf("unescape(");
        if (unescape >= 0)
        {
            return unescape;
        }

        var first = text.IndexOf("fromCharCode");
        if (first < 0)
        {
            return -1;
        }

        return text.Count("fromCharCode") >= BulkCalls || HasNumberList(text) ? first : -1;
    }

    // Numbers and commas in a row: what String.fromCharCode is fed with.
    private static bool HasNumberList(ReadOnlySpan<char> text)
    {
        var commas = 0;
        foreach (var character in text)
        {
            commas = character == ',' ? commas + 1 : NumberCharacters.Contains(character) ? commas : 0;
            if (commas >= BulkNumbers)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a text is written so that nobody can read it.</summary>
    public static bool IsUnreadable(ReadOnlySpan<char> text)
    {
        if (text.Length < LongText)
        {
            return false;
        }

        // One pass counts, and the rest is said by the counts: those of ASCII, then of what is beyond by its lowest bits.
        Span<int> counts = stackalloc int[2 * Ascii];
        counts.Clear();
        foreach (var character in text)
        {
            counts[character < Ascii ? character : Ascii + (character % Ascii)]++;
        }

        var (others, binary) = (text.Length, text.Length);
        for (var character = '\0'; character < Ascii; character++)
        {
            others -= LettersAndSpace.Contains(character) ? counts[character] : 0;
            binary -= character is (>= ' ' and < (char)127) or '\t' or '\r' or '\n' or '\f' ? counts[character] : 0;
            counts[character] += counts[Ascii + character];
        }

        // Text that was encrypted with the document is no text, and says nothing of its author.
        if (binary > text.Length / 20)
        {
            return false;
        }

        return others > text.Length * ManyOtherCharacters ||
            (LongestWord(text) >= LongWord && Entropy(counts[..Ascii], text.Length) >= DenseEntropy);
    }

    private static int LongestWord(ReadOnlySpan<char> text)
    {
        var longest = 0;
        foreach (var word in text.SplitAny(" \t\r\n"))
        {
            longest = Math.Max(longest, word.End.Value - word.Start.Value);
        }

        return longest;
    }

    private static double Entropy(ReadOnlySpan<int> counts, int length)
    {
        var entropy = 0.0;
        foreach (var count in counts)
        {
            var share = (double)count / length;
            entropy -= count == 0 ? 0 : share * Math.Log2(share);
        }

        return entropy;
    }
}
