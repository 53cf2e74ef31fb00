namespace Sigma.Engine.Yaml;

/// <summary>A node of a YAML document, with its position.</summary>
internal abstract record YamlNode(SourcePosition At);

internal enum ScalarKind
{
    Text,
    Number,
    Boolean,
    Null,
}

/// <param name="Text">The text as written, without quotes and escapes.</param>
/// <param name="IsPlain">Without quotes: only then it may be a number, a boolean or null.</param>
/// <param name="At">Where it begins.</param>
internal sealed record YamlScalar(string Text, bool IsPlain, SourcePosition At) : YamlNode(At)
{
    /// <summary>
    /// The kinds of YAML 1.2, except that numbers are only those of JSON: <c>0x17</c>, <c>007</c> and <c>yes</c> are text, because logs
    /// contain them as text.
    /// </summary>
    public ScalarKind Kind { get; } = !IsPlain ? ScalarKind.Text : Text switch
    {
        "" or "~" or "null" or "Null" or "NULL" => ScalarKind.Null,
        "true" or "True" or "TRUE" or "false" or "False" or "FALSE" => ScalarKind.Boolean,
        _ => JsonNumber.IsWhole(Text) ? ScalarKind.Number : ScalarKind.Text,
    };

    public bool IsTrue => Kind == ScalarKind.Boolean && Text[0] is 't' or 'T';
}

internal sealed record YamlList(IReadOnlyList<YamlNode> Items, SourcePosition At) : YamlNode(At);

internal sealed record YamlEntry(string Key, YamlNode Value, SourcePosition At);

/// <param name="Entries">In the order of the file, with different keys.</param>
/// <param name="At">Where it begins.</param>
internal sealed record YamlMap(IReadOnlyList<YamlEntry> Entries, SourcePosition At) : YamlNode(At)
{
    public YamlEntry? Find(string key)
    {
        foreach (var entry in Entries)
        {
            if (entry.Key == key)
            {
                return entry;
            }
        }

        return null;
    }
}
