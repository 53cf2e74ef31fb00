using System.Globalization;

namespace Analyzer.Engines.JavaScript.Text;

/// <summary>Tells machine code that is carried as text from text in any language.</summary>
internal static class MachineCode
{
    private const int ShortestWide = 16;
    private const int ShortestNarrow = 64;
    private const int Repeated = 16;

    public static bool Looks(ReadOnlySpan<char> text)
    {
        var (wide, odd, control, run, longest, last) = (0, 0, 0, 0, 0, '\0');
        foreach (var character in text)
        {
            run = character == last ? run + 1 : 1;
            last = character;
            if (character >= '\u0100')
            {
                wide++;
                longest = Math.Max(longest, run);
                odd += IsOdd(character) ? 1 : 0;
            }
            else
            {
                control += character is '\t' or '\r' or '\n' ? 0 : char.IsControl(character) ? 1 : 0;
            }
        }

        // Words of code are any of 65,536 characters, of which a fifth belong to no language; a sled repeats one of them.
        return (wide >= ShortestWide && (longest >= Repeated || odd > wide / 12))
            || (text.Length >= ShortestNarrow && control > text.Length / 8);
    }

    private static bool IsOdd(char character) => CharUnicodeInfo.GetUnicodeCategory(character)
        is UnicodeCategory.OtherNotAssigned or UnicodeCategory.PrivateUse or UnicodeCategory.Surrogate or UnicodeCategory.Control;
}
