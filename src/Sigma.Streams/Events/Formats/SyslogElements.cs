using System.Text;

namespace Sigma.Streams.Events.Formats;

/// <summary>
/// Reads the structured data of RFC 5424 in one pass: <c>[id name="value" …]</c>, elements side by side. A broken element and all text
/// behind it belong to the message.
/// </summary>
internal static class SyslogElements
{
    /// <summary>The RFC has 32; a long name would stand before each of its parameters.</summary>
    private const int MaxName = 64;

    /// <param name="text">The text behind the header, which begins with structured data, or with <c>-</c>.</param>
    /// <param name="parameters">Gets <c>id.name</c> and the value of each parameter.</param>
    /// <returns>The message.</returns>
    public static string Read(string text, List<KeyValuePair<string, string>> parameters)
    {
        if (text == "-" || text.StartsWith("- ", StringComparison.Ordinal))
        {
            return text[Math.Min(2, text.Length)..];
        }

        var at = 0;
        while (IsAt(text, at, '[') && Element(text, at + 1, parameters) is { } end)
        {
            at = end;
        }

        return text[(at > 0 && IsAt(text, at, ' ') ? at + 1 : at)..];
    }

    /// <returns>The place behind the element; null if it is none, and then it gives no parameter.</returns>
    private static int? Element(string text, int start, List<KeyValuePair<string, string>> parameters)
    {
        var before = parameters.Count;
        if (Name(text, start) is { Length: > 0 } id)
        {
            var at = start + id.Length;
            while (true)
            {
                var next = at;
                while (IsAt(text, next, ' '))
                {
                    next++;
                }

                if (IsAt(text, next, ']'))
                {
                    return next + 1;
                }

                var value = new StringBuilder();
                if (next == at || Name(text, next) is not { Length: > 0 } name || !IsAt(text, next + name.Length, '=')
                    || !IsAt(text, next + name.Length + 1, '"') || Value(text, next + name.Length + 2, value) is not { } end)
                {
                    break;
                }

                parameters.Add(new($"{id}.{name}", $"{value}"));
                at = end;
            }
        }

        parameters.RemoveRange(before, parameters.Count - before);
        return null;
    }

    private static string Name(string text, int start)
    {
        var window = text.AsSpan(start, Math.Min(MaxName + 1, text.Length - start));
        var length = window.IndexOfAny(" =]\"");
        return length > 0 ? $"{window[..length]}" : "";
    }

    /// <returns>The place behind its last quotation mark; null if there is none.</returns>
    private static int? Value(string text, int start, StringBuilder value)
    {
        for (var i = start; i < text.Length; i++)
        {
            if (text[i] == '"')
            {
                return i + 1;
            }

            if (text[i] == '\\' && i + 1 < text.Length && text[i + 1] is '"' or '\\' or ']')
            {
                i++;
            }

            value.Append(text[i]);
        }

        return null;
    }

    private static bool IsAt(string text, int at, char character) => at < text.Length && text[at] == character;
}
