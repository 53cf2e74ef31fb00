using System.Globalization;

namespace Analyzer.Engines.JavaScript.Text;

/// <summary>Tells machine code that is carried as text from text in any language.</summary>
internal static class MachineCode
{
    private const int ShortestWide = 16;
    private const int ShortestNarrow = 64;
    private const int Repeated = 15;
    private const int MaxSpread = 64;

    /// <param name="mayBeBytes">Whether a character may be a byte of code; pages hold fonts in such texts.</param>
    public static bool Looks(ReadOnlySpan<char> text, bool mayBeBytes = true)
    {
        Span<bool> blocks = stackalloc bool[256];
        var (wide, odd, control, small, run, longest) = (0, 0, 0, 0, 0, 0);
        for (var at = 0; at < text.Length; at++)
        {
            var character = text[at];
            run = at >= 2 && character == text[at - 2] ? run + 1 : 1;
            if (character >= '\u0100')
            {
                wide++;
                blocks[character >> 8] = true;
                var isOdd = IsOdd(character) && !IsPair(text, at);
                longest = isOdd || char.IsLetter(character) ? Math.Max(longest, run) : longest; // Lines are drawn with signs.
                odd += isOdd ? 1 : 0;
            }
            else
            {
                small += character < ' ' ? 1 : 0;
                control += character is '\t' or '\r' or '\n' ? 0 : char.IsControl(character) ? 1 : 0;
            }
        }

        // Words of code are any of 65,536 characters, of which a fifth belong to no language; a sled repeats one or two of them. Of one
        // script, the letters that are not assigned stand beside the others, as where a text lists its ranges.
        var isStrewn = odd > wide / 12 && blocks.Count(true) > Math.Min(wide, MaxSpread) / 4;
        return (wide >= ShortestWide && (longest >= Repeated || isStrewn))
            || (mayBeBytes && text.Length >= ShortestNarrow && control > text.Length / 8
                && small < text.Length - (text.Length / 4)); // more of them are a table of small numbers
    }

    // A character beyond 16 bits is two surrogates, in this order.
    private static bool IsPair(ReadOnlySpan<char> text, int at) =>
        (at + 1 < text.Length && char.IsSurrogatePair(text[at], text[at + 1]))
        || (at > 0 && char.IsSurrogatePair(text[at - 1], text[at]));

    private static bool IsOdd(char character) => CharUnicodeInfo.GetUnicodeCategory(character)
        is UnicodeCategory.OtherNotAssigned or UnicodeCategory.PrivateUse or UnicodeCategory.Surrogate or UnicodeCategory.Control;
}
