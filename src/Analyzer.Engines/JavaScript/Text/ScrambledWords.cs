namespace Analyzer.Engines.JavaScript.Text;

/// <summary>
/// Tells data that blanks are strewn into, so that they look like a text, from words: numbers in a row, and letters that change between
/// small ones, capitals and digits as no language's and no name's do.
/// </summary>
internal static class ScrambledWords
{
    private const int ManyWords = 24;
    private const int ShortNumber = 3;

    /// <summary>Whether at least half of a text's words are none.</summary>
    public static bool Are(ReadOnlySpan<char> text)
    {
        var (words, odd) = (0, 0);
        foreach (var range in text.SplitAny(" \t\r\n"))
        {
            var word = text[range];
            if (word.Length >= 2)
            {
                words++;
                odd += IsOdd(word) ? 1 : 0;
            }
        }

        return words >= ManyWords && odd * 2 >= words;
    }

    // Names have capitals within them ("getElementById"); another change besides is that of data ("xIkU5", "EBEqLC").
    private static bool IsOdd(ReadOnlySpan<char> word)
    {
        if (!word.ContainsAnyExceptInRange('0', '9'))
        {
            return word.Length <= ShortNumber;
        }

        var (changes, others) = (0, 0);
        for (var at = 1; at < word.Length; at++)
        {
            var (before, letter) = (word[at - 1], word[at]);
            var isName = char.IsAsciiLetterUpper(letter) && char.IsAsciiLetterLower(before);
            var isOther = (char.IsAsciiDigit(letter) && char.IsAsciiLetter(before))
                || (char.IsAsciiLetterUpper(letter) && char.IsAsciiDigit(before))
                || (char.IsAsciiLetterLower(letter) && at > 1 && char.IsAsciiLetterUpper(before) && char.IsAsciiLetterUpper(word[at - 2]));
            changes += isName || isOther ? 1 : 0;
            others += isOther ? 1 : 0;
        }

        return changes > 1 && others > 0;
    }
}
