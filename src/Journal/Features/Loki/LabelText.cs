using System.Text;

namespace Journal.Features.Loki;

/// <summary>Reads labels in the form <c>{app="shop", env="test"}</c>, as Prometheus writes them.</summary>
internal static class LabelText
{
    /// <returns>Null when the text has another form.</returns>
    public static List<KeyValuePair<string, string>>? Read(string text)
    {
        var labels = new List<KeyValuePair<string, string>>();
        var rest = text.AsSpan().Trim();
        if (rest is not ['{', .., '}'])
        {
            return null;
        }

        rest = rest[1..^1].TrimStart();
        while (!rest.IsEmpty)
        {
            var equals = rest.IndexOf('=');
            if (equals <= 0)
            {
                return null;
            }

            var name = rest[..equals].Trim().ToString();
            rest = rest[(equals + 1)..].TrimStart();
            if (rest is not ['"', ..] || Quoted(ref rest) is not { } value)
            {
                return null;
            }

            labels.Add(new(name, value));
            rest = rest.TrimStart();
            if (!rest.IsEmpty && rest[0] != ',')
            {
                return null;
            }

            rest = rest.IsEmpty ? rest : rest[1..].TrimStart();
        }

        return labels;
    }

    /// <summary>A text between quotation marks, with the escapes of Go.</summary>
    private static string? Quoted(ref ReadOnlySpan<char> rest)
    {
        var text = new StringBuilder();
        for (var at = 1; at < rest.Length; at++)
        {
            if (rest[at] == '"')
            {
                rest = rest[(at + 1)..];
                return text.ToString();
            }

            if (rest[at] != '\\')
            {
                text.Append(rest[at]);
                continue;
            }

            if (++at == rest.Length || Escaped(rest[at]) is not { } letter)
            {
                return null; // \x41 and \u0041, which no label that a person wrote has
            }

            text.Append(letter);
        }

        return null;
    }

    private static char? Escaped(char letter) => letter switch
    {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '\\' or '"' or '\'' => letter,
        _ => null,
    };
}
