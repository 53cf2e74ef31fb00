namespace Analyzer.Engines.JavaScript.Text;

/// <summary>What a text is by its beginning.</summary>
internal static class TextMarks
{
    /// <summary>Whether it is XML, which scripts of readers can be as a whole (ECMA-357), without anything in it that runs.</summary>
    public static bool IsXml(ReadOnlySpan<char> text) =>
        text is ['<', var first, .., '>'] && (char.IsLetter(first) || first is '?' or '!') && !text.Contains('{');

    /// <summary>Whether it names a file on another machine: two backslashes, a host, and what follows a host.</summary>
    public static bool IsShare(string text) =>
        text is ['\\', '\\', var first, ..] && char.IsAsciiLetterOrDigit(first) && text.AsSpan(3).IndexOfAny('\\', '@') > 0;
}
