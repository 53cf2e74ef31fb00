using System.Buffers;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>Reads the names of files (ISO 32000-2, 7.11.2), which are text strings (7.9.2.2).</summary>
internal static class FileNames
{
    private static readonly SearchValues<char> SchemeCharacters =
        SearchValues.Create("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");

    /// <summary>Whether a file on another machine is named, in whatever encoding.</summary>
    public static bool IsUnc(ReadOnlySpan<byte> bytes) => bytes switch
    {
        [0xFE, 0xFF, 0, var first, 0, var second, ..] => IsSlash(first) && IsSlash(second),
        [0xFF, 0xFE, var first, 0, var second, 0, ..] => IsSlash(first) && IsSlash(second),
        [0xEF, 0xBB, 0xBF, var first, var second, ..] => IsSlash(first) && IsSlash(second),
        [var first, var second, ..] => IsSlash(first) && IsSlash(second),
        _ => false,
    };

    /// <summary>Whether the text begins with the scheme of an address; the letter of a drive is none, and neither is <c>Re: </c>.</summary>
    public static bool IsAddress(ReadOnlySpan<char> text)
    {
        var colon = text.IndexOf(':');
        return colon > 1 && colon + 1 < text.Length && text[colon + 1] > ' ' && char.IsAsciiLetter(text[0])
            && !text[..colon].ContainsAnyExcept(SchemeCharacters);
    }

    private static bool IsSlash(byte value) => value is (byte)'\\' or (byte)'/';
}
