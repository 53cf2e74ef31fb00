namespace Analyzer.Engines.Text;

/// <summary>Phrases to look for, all in one pass over a text. Each has one or more of up to 64 marks.</summary>
/// <remarks>
/// Letters count in either case, and noise is left out: blanks, quotes and what joins strings, so that <c>"WScr" + "ipt.Sh" + 'ell'</c>
/// reads
/// as <c>wscript.shell</c>. Phrases are written in lower case and without noise.
/// </remarks>
internal static class PhraseBook
{
    /// <summary>
    /// Blanks, NUL (every second byte of UTF-16), quotes, and the signs that join strings in Basic, PowerShell and batch files.
    /// </summary>
    private const string Noise = " \t\r\n\0\"'`+&^";

    public static Automaton Of(params IEnumerable<(ulong Marks, string Phrase)> phrases)
    {
        List<(ulong Marks, string Phrase)> all = [.. phrases];
        var symbols = new byte[256];
        Array.Fill(symbols, (byte)1);
        foreach (var noise in Noise)
        {
            symbols[noise] = 0;
        }

        var count = 2;
        foreach (var letter in all.SelectMany(phrase => phrase.Phrase).Distinct().Where(IsWritten))
        {
            symbols[letter] = symbols[char.ToUpperInvariant(letter)] = (byte)count++;
        }

        return new(symbols, all);
    }

    private static bool IsWritten(char letter) => !Noise.Contains(letter) && !char.IsAsciiLetterUpper(letter);
}
