using System.Buffers;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Text;

/// <summary>Data that a script carries: the bytes of a file in some form, or a page.</summary>
internal static class CarriedData
{
    private const int MuchText = 256;
    private const int ManyNumbers = 64;
    private const int FewLetters = 16;

    private static readonly SearchValues<char> Base64 =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=");

    private static readonly SearchValues<char> Hex = SearchValues.Create("0123456789abcdefABCDEF");

    // The signs of base64, hex digits, escapes and their kin; code and addresses have others among these.
    private static readonly SearchValues<char> Packed =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-%\\,@$#*!~|.^");

    // What a page shows or plays.
    private static readonly string[] Shown = ["data:image/", "data:font/", "data:audio/", "data:video/", "data:application/font",
        "data:application/x-font", "data:application/json"];

    /// <summary>Whether a text may be some: it is long, and nobody could read it, or it is written as data are.</summary>
    public static bool MayBe(string text) => text.Length >= MuchText
        ? !IsShown(text) && (!text.AsSpan().ContainsAny(" \t\r\n") || IsPage(text) || ScrambledWords.Are(text))
        : text.Length >= FewLetters && !text.AsSpan().ContainsAnyExcept(Base64)
            && (!text.AsSpan().ContainsAnyExcept(Hex) || (text.Any(char.IsAsciiDigit) && text.Any(char.IsAsciiLetterUpper)
                && text.Any(char.IsAsciiLetterLower) && !text.Contains("ABCDEFG", StringComparison.Ordinal)));

    /// <summary>Whether a text is some by its letters: neither code, nor an address, nor words of any language.</summary>
    public static bool Is(string text)
    {
        const int one = 50;
        if (text.Length < MuchText || IsShown(text))
        {
            return false;
        }

        var (other, binary) = (0, 0);
        foreach (var letter in text)
        {
            other += Packed.Contains(letter) ? 0 : 1;
            binary += letter is < '\t' or (> '\r' and < ' ') or (>= '\u007F' and < '\u00A0') ? 1 : 0;
        }

        return IsPage(text) || other <= text.Length / one || binary >= text.Length / one * 2 || ScrambledWords.Are(text)
            || IsNumbers(text);
    }

    /// <summary>
    /// Whether a list is some: pieces of a text that nobody can read, or bytes, of which some are equal, as those of a table for encryption
    /// are not.
    /// </summary>
    public static bool Is(ArrayExpression list) =>
        list.Elements.Count >= ManyNumbers && (list.Elements[0] is StringLiteral ? ArePieces(list) : AreBytes(list));

    private static bool ArePieces(ArrayExpression list) =>
        ScrambledWords.Are(string.Join(' ', list.Elements.OfType<StringLiteral>().Select(static piece => piece.Value)));

    private static bool AreBytes(ArrayExpression list)
    {
        var seen = new HashSet<double>();
        var repeats = false;
        foreach (var element in list.Elements)
        {
            if (element is not NumericLiteral { Value: >= 0 and <= 255 and var value } || value != Math.Floor(value))
            {
                return false;
            }

            repeats |= !seen.Add(value);
        }

        return repeats;
    }

    // Codes of letters, with one sign between them, whatever it is.
    private static bool IsNumbers(string text)
    {
        const int one = 50;
        var separators = new int[128];
        var (digits, run) = (0, 0);
        foreach (var letter in text)
        {
            run = char.IsAsciiDigit(letter) ? run + 1 : 0;
            digits += run > 0 ? 1 : 0;
            if (run > 3)
            {
                return false;
            }

            separators[letter & 0x7F] += run > 0 ? 0 : 1;
        }

        return digits >= text.Length / 3 && digits + separators.Max() >= text.Length - (text.Length / one);
    }

    private static bool IsShown(string text) =>
        Array.Exists(Shown, start => text.StartsWith(start, StringComparison.OrdinalIgnoreCase));

    private static bool IsPage(string text) => text.Contains("<script", StringComparison.OrdinalIgnoreCase);
}
