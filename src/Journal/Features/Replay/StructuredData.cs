using System.Text;

namespace Journal.Features.Replay;

/// <summary>An element of RFC 5424's structured data (section 6.3): <c>[id name="value" …]</c>.</summary>
internal sealed record StructuredData(string Id, IReadOnlyList<(string Name, string Value)> Parameters)
{
    /// <param name="text">Loses the elements, or the hyphen for none, and the space after them.</param>
    /// <returns>Null, and the text is as before, if it begins with neither.</returns>
    public static IReadOnlyList<StructuredData>? Take(ref ReadOnlyMemory<byte> text)
    {
        var elements = new List<StructuredData>();
        var bytes = text.Span;
        var at = 0;
        if (bytes is [(byte)'-'] or [(byte)'-', (byte)' ', ..])
        {
            at = 1;
        }
        else
        {
            while (at < bytes.Length && bytes[at] == '[')
            {
                if (Element(bytes, ref at) is not { } element)
                {
                    return null;
                }

                elements.Add(element);
            }

            if (elements.Count == 0 || (at < bytes.Length && bytes[at] != ' '))
            {
                return null;
            }
        }

        text = at < text.Length ? text[(at + 1)..] : default;
        return [.. elements.DistinctBy(element => element.Id)];
    }

    private static StructuredData? Element(ReadOnlySpan<byte> bytes, ref int at)
    {
        var id = Name(bytes, at + 1, " ]"u8);
        at += 1 + id.Length;
        var parameters = new List<(string, string)>();
        while (at < bytes.Length && bytes[at] == ' ')
        {
            var name = Name(bytes, at + 1, "= ]\""u8);
            at += 1 + name.Length;
            if (name.IsEmpty && at < bytes.Length && bytes[at] is (byte)' ' or (byte)']')
            {
                continue; // more blanks than needed
            }

            if (at >= bytes.Length || bytes[at] != '=' || Value(bytes, at + 1, out var end) is not { } value)
            {
                return null;
            }

            at = end;
            parameters.Add((Encoding.UTF8.GetString(name), value));
        }

        return id.IsEmpty || at >= bytes.Length || bytes[at++] != ']' ? null : new(Encoding.UTF8.GetString(id), parameters);
    }

    private static ReadOnlySpan<byte> Name(ReadOnlySpan<byte> bytes, int begin, ReadOnlySpan<byte> ends)
    {
        var rest = bytes[Math.Min(begin, bytes.Length)..];
        var length = rest.IndexOfAny(ends);
        return length < 0 ? rest : rest[..length];
    }

    /// <summary>
    /// A quote, a backslash and a closing bracket stand behind a backslash; before anything else it is an ordinary one. VMware's values
    /// have no quotes.
    /// </summary>
    private static string? Value(ReadOnlySpan<byte> bytes, int begin, out int end)
    {
        if (begin >= bytes.Length || bytes[begin] != '"')
        {
            var plain = Name(bytes, begin, " ]\""u8);
            end = begin + plain.Length;
            return plain.IsEmpty || end >= bytes.Length || bytes[end] == '"' ? null : Encoding.UTF8.GetString(plain);
        }

        var value = new List<byte>();
        for (end = begin + 1; end < bytes.Length; end++)
        {
            if (bytes[end] == '"')
            {
                end++;
                return Encoding.UTF8.GetString([.. value]);
            }

            end += bytes[end] == '\\' && end + 1 < bytes.Length && bytes[end + 1] is (byte)'"' or (byte)'\\' or (byte)']' ? 1 : 0;
            value.Add(bytes[end]);
        }

        return null;
    }
}
