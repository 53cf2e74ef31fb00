using System.Text;

namespace House.Tests.Sources;

/// <summary>C# text without its comments and literals, so that a word in a remark is not taken for the use of a type.</summary>
/// <remarks>
/// No parser: it knows the two comments, characters, and the strings (plain, verbatim, raw, each of them interpolated). The holes of an
/// interpolated string go with it; a type that is used only there is missed, which the compiler's own <c>using</c> check makes unlikely.
/// </remarks>
internal static class CodeText
{
    /// <returns>The same lines, with blanks in place of what was left out.</returns>
    public static string Of(string source)
    {
        var code = new StringBuilder(source.Length);
        var at = 0;
        while (at < source.Length)
        {
            var end = EndOfSkipped(source, at);
            if (end == at)
            {
                code.Append(source[at++]);
                continue;
            }

            code.Append(' ').Append('\n', source.AsSpan(at, end - at).Count('\n'));
            at = end;
        }

        return code.ToString();
    }

    /// <returns><paramref name="at"/> itself when code begins there.</returns>
    private static int EndOfSkipped(string source, int at)
    {
        var rest = source.AsSpan(at);
        if (rest.StartsWith("//"))
        {
            return After(source, at, "\n", keep: true);
        }

        if (rest.StartsWith("/*"))
        {
            return After(source, at + 2, "*/", keep: false);
        }

        if (rest.StartsWith("'"))
        {
            return EndOfEscaped(source, at + 1, '\'');
        }

        var prefix = rest.IndexOfAnyExcept('$', '@');
        if (prefix < 0 || rest[prefix] != '"')
        {
            return at;
        }

        var quotes = rest[prefix..].IndexOfAnyExcept('"');
        quotes = quotes < 0 ? rest.Length - prefix : quotes;
        return quotes >= 3 ? After(source, at + prefix + quotes, new string('"', quotes), keep: false)
            : rest[..prefix].Contains('@') ? EndOfVerbatim(source, at + prefix + 1)
            : EndOfEscaped(source, at + prefix + 1, '"');
    }

    private static int After(string source, int from, string end, bool keep)
    {
        var found = source.IndexOf(end, from, StringComparison.Ordinal);
        return found < 0 ? source.Length : keep ? found : found + end.Length;
    }

    private static int EndOfEscaped(string source, int from, char quote)
    {
        for (var i = from; i < source.Length; i++)
        {
            if (source[i] == '\\')
            {
                i++;
            }
            else if (source[i] == quote || source[i] == '\n')
            {
                return i + 1;
            }
        }

        return source.Length;
    }

    private static int EndOfVerbatim(string source, int from)
    {
        for (var i = from; i < source.Length; i++)
        {
            if (source[i] == '"')
            {
                if (i + 1 == source.Length || source[i + 1] != '"')
                {
                    return i + 1;
                }

                i++;
            }
        }

        return source.Length;
    }
}
