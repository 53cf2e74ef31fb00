namespace Analyzer.Engines.Scripts.Text;

/// <summary>What a text is by its beginning.</summary>
internal static class TextMarks
{
    /// <summary>Whether it names a file on another machine: two backslashes, a host, and what follows a host.</summary>
    public static bool IsShare(string text) =>
        text is ['\\', '\\', var first, ..] && char.IsAsciiLetterOrDigit(first) && text.AsSpan(3).IndexOfAny('\\', '@') > 0;
}
