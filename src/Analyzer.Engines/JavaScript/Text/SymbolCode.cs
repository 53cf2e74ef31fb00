namespace Analyzer.Engines.JavaScript.Text;

/// <summary>
/// Code without words, as JSFuck, JJEncode and AAEncode write it: programs of brackets and signs that put together what they run.
/// </summary>
internal static class SymbolCode
{
    /// <summary>Shorter code does nothing: one letter takes dozens of signs.</summary>
    private const int MinSigns = 200;

    /// <summary>The fewest signs of which programs were made.</summary>
    private const int MinKinds = 5;

    /// <summary>The most letters of a hundred characters of ASCII; a script that was only made small has seventy.</summary>
    private const int MaxLetters = 8;

    public static bool Is(ReadOnlySpan<char> script)
    {
        var (letters, signs, kinds) = (0, 0, UInt128.Zero);
        foreach (var character in script)
        {
            if (char.IsAsciiLetterOrDigit(character))
            {
                letters++;
            }
            else if (character is > ' ' and < '\u007f')
            {
                signs++;
                kinds |= UInt128.One << character;
            }
        }

        return signs >= MinSigns && UInt128.PopCount(kinds) >= MinKinds && letters * 100 < (letters + signs) * MaxLetters;
    }
}
