using System.Text;
using System.Text.Json;

namespace Hosting.Settings;

/// <summary>The text of a settings file: JSON with comments and trailing commas, as any editor may have saved it.</summary>
internal static class SettingsText
{
    private static readonly JsonReaderOptions Lenient = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    // The longer marks first: that of UTF-32 begins with that of UTF-16.
    private static readonly Encoding[] Marked =
    [
        Strict(Encoding.UTF8), Strict(Encoding.UTF32), Strict(new UTF32Encoding(bigEndian: true, byteOrderMark: true)),
        Strict(Encoding.Unicode), Strict(Encoding.BigEndianUnicode),
    ];

    /// <param name="bytes">UTF-8, or an encoding that begins with its mark, as Windows' editors and PowerShell write it.</param>
    /// <returns>The same text in UTF-8, without a mark.</returns>
    /// <exception cref="FormatException">
    /// It is in another encoding: read as UTF-8, a name in a path would silently be another one. The message says so in a sentence.
    /// </exception>
    public static byte[] ToUtf8(byte[] bytes)
    {
        var encoding = Array.Find(Marked, encoding => bytes.AsSpan().StartsWith(encoding.Preamble)) ?? Marked[0];
        var start = bytes.AsSpan().StartsWith(encoding.Preamble) ? encoding.Preamble.Length : 0;
        if (start == 0 && bytes.Contains((byte)0))
        {
            throw new FormatException("It has NUL characters, as UTF-16 without a mark has them: save the file as UTF-8.");
        }

        try
        {
            return Encoding.UTF8.GetBytes(encoding.GetString(bytes, start, bytes.Length - start));
        }
        catch (DecoderFallbackException wrong)
        {
            var line = bytes.AsSpan(0, Math.Clamp(wrong.Index + start, 0, bytes.Length)).Count((byte)'\n') + 1;
            throw new FormatException($"Line {line} is not {encoding.WebName.ToUpperInvariant()}: save the file as UTF-8.", wrong);
        }
    }

    /// <exception cref="FormatException">It cannot be read as settings; the message says where and why, in a sentence.</exception>
    public static void Check(byte[] utf8)
    {
        if (utf8.AsSpan().Trim(" \t\r\n"u8).IsEmpty)
        {
            throw new FormatException("It is empty: write {} into it, or delete it.");
        }

        try
        {
            var twice = Keys(utf8).GroupBy(found => found.Key, StringComparer.OrdinalIgnoreCase)
                .FirstOrDefault(same => same.Count() > 1);
            if (twice is not null)
            {
                var lines = string.Join(" and ", twice.Select(found => found.Line));
                throw new FormatException($"{twice.Key} stands more than once, in lines {lines}: keep one of them.");
            }
        }
        catch (JsonException wrong)
        {
            // The reader counts lines from 0.
            throw new FormatException($"Line {wrong.LineNumber + 1} is no JSON: {wrong.Message.Split(" LineNumber:")[0]}", wrong);
        }
    }

    /// <summary>Each key with its line, in the order of the text. Keys are joined with colons; members of lists have numbers.</summary>
    /// <exception cref="JsonException">It is no JSON.</exception>
    public static IReadOnlyList<(string Key, int Line)> Keys(byte[] utf8)
    {
        var reader = new Utf8JsonReader(utf8, Lenient);
        var found = new List<(string Key, int Line)>();
        var open = new Stack<(string Path, int Member)>(); // Member is -1 for an object
        var (name, line, counted) = ("", 1, 0);
        while (reader.Read())
        {
            line += utf8.AsSpan(counted, (int)reader.TokenStartIndex - counted).Count((byte)'\n');
            counted = (int)reader.TokenStartIndex;
            if (reader.TokenType == JsonTokenType.PropertyName)
            {
                name = Join(open.Peek().Path, reader.GetString()!);
                found.Add((name, line));
                continue;
            }

            if (reader.TokenType is JsonTokenType.EndObject or JsonTokenType.EndArray)
            {
                open.Pop();
                continue;
            }

            if (open.TryPeek(out var list) && list.Member >= 0)
            {
                open.Pop();
                open.Push((list.Path, list.Member + 1));
                name = Join(list.Path, $"{list.Member}");
                found.Add((name, line));
            }

            if (reader.TokenType is JsonTokenType.StartObject or JsonTokenType.StartArray)
            {
                open.Push((name, reader.TokenType == JsonTokenType.StartArray ? 0 : -1));
            }
        }

        return found;
    }

    private static string Join(string path, string name) => path.Length == 0 ? name : ConfigurationPath.Combine(path, name);

    private static Encoding Strict(Encoding encoding)
    {
        var strict = (Encoding)encoding.Clone();
        strict.DecoderFallback = DecoderFallback.ExceptionFallback;
        return strict;
    }
}
