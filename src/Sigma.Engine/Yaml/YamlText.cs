using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Sigma.Engine.Yaml;

/// <summary>Writes a document as YAML that reads as the same.</summary>
internal static partial class YamlText
{
    private const int Step = 2;

    /// <returns>Lines, each with its end.</returns>
    public static string Of(YamlNode document)
    {
        var text = new StringBuilder();
        Write(text, document, 0);
        return $"{text}";
    }

    private static void Write(StringBuilder text, YamlNode node, int indent)
    {
        switch (node)
        {
            case YamlMap { Entries.Count: > 0 } map:
                foreach (var entry in map.Entries)
                {
                    text.Append(' ', indent).Append(KeyForm().IsMatch(entry.Key) ? entry.Key : Quoted(entry.Key)).Append(':');
                    Inner(text, entry.Value, indent);
                }

                break;
            case YamlList { Items.Count: > 0 } list:
                foreach (var item in list.Items)
                {
                    text.Append(' ', indent).Append('-');
                    Inner(text, item, indent);
                }

                break;
            default:
                text.Append(' ', indent).Append(Short(node)).Append('\n');
                break;
        }
    }

    private static void Inner(StringBuilder text, YamlNode node, int indent)
    {
        if (node is YamlMap { Entries.Count: > 0 } or YamlList { Items.Count: > 0 })
        {
            text.Append('\n');
            Write(text, node, indent + Step);
        }
        else
        {
            text.Append($" {Short(node)}".TrimEnd(' ')).Append('\n');
        }
    }

    private static string Short(YamlNode node) => node switch
    {
        YamlScalar { IsPlain: true } plain when plain.Text.Length == 0 || PlainForm().IsMatch(plain.Text) => plain.Text,
        YamlScalar { Kind: ScalarKind.Text } scalar => Quoted(scalar.Text),
        YamlScalar scalar => scalar.Text,
        YamlMap => "{}",
        _ => "[]",
    };

    private static string Quoted(string text) => text.Any(char.IsControl) || text.AsSpan().ContainsAny('\u2028', '\u2029', '\uFEFF')
        ? $"\"{string.Concat(text.Select(Escaped))}\""
        : $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    private static string Escaped(char unit) => unit switch
    {
        '"' => "\\\"",
        '\\' => @"\\",
        '\n' => "\\n",
        '\t' => "\\t",
        _ when char.IsControl(unit) || unit is '\u2028' or '\u2029' or '\uFEFF' =>
            string.Create(CultureInfo.InvariantCulture, $"\\u{(int)unit:x4}"),
        _ => $"{unit}",
    };

    [GeneratedRegex(@"\A[\p{L}_@][\w.|@-]*\z")]
    private static partial Regex KeyForm();

    /// <summary>What means the same without quotes wherever it stands.</summary>
    [GeneratedRegex(@"\A[\w/\\(.](?:[\w ./\\()*|@+=,;-]*[\w./\\()*@+=,;-])?\z")]
    private static partial Regex PlainForm();
}
