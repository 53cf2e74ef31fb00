using System.Buffers;

namespace Analyzer.Engines.Pdf.Links;

/// <summary>Tells the names of files (ISO 32000-2, 7.11.2) from addresses and from files on other machines.</summary>
internal static class FileNames
{
    private static readonly SearchValues<char> SchemeCharacters =
        SearchValues.Create("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");

    private static readonly SearchValues<char> Controls =
        SearchValues.Create([.. Enumerable.Range(0, ' ').Select(static value => (char)value)]);

    /// <summary>Whether a file on another machine is named: two slashes, and what may be its name.</summary>
    public static bool IsUnc(ReadOnlySpan<char> text) =>
        text.Length > 2 && IsSlash(text[0]) && IsSlash(text[1]) && text.ContainsAnyExcept('/', '\\')
            && !text.ContainsAny(Controls);

    /// <summary>Whether the text begins with the scheme of an address; the letter of a drive is none, and neither is <c>Re: </c>.</summary>
    public static bool IsAddress(ReadOnlySpan<char> text)
    {
        var colon = text.IndexOf(':');
        return colon > 1 && colon + 1 < text.Length && text[colon + 1] > ' ' && IsScheme(text[..colon]);
    }

    public static bool IsScheme(ReadOnlySpan<char> text) => char.IsAsciiLetter(text[0]) && !text.ContainsAnyExcept(SchemeCharacters);

    private static bool IsSlash(char value) => value is '\\' or '/';
}
