using System.Text;
using System.Text.Json;

namespace Sigma.Engine.Tests.Agreement;

/// <summary>Rules over few fields and texts, so that they fire often; every modifier among them.</summary>
internal sealed class RandomRules(Random random)
{
    public static readonly string[] Fields = ["a", "b", "c", "a.b", "c.d", "c.d.e", "long_field_name", "ü"];

    public static readonly string[] Pieces =
    [
        "", "a", "A", "ab", "aB", "é", "É", "k", "K", "\u212A", "s", "\u017F", "i", "\u0130", "\u0131", "σ", "ς", "Σ", "ß", "ẞ", "ǆ", "ǅ",
        "\U00010428", "\U00010400", "\u0250", " ", "-a", "/a", "\u2013a", "0", "1", "10", "true",
        "powershell.exe", "-enc ", "YWI", "AGE", "//5hA",
        "%one%", "%two%", "\\%",
        "x*y", "x?y", "\\", "\\\\", "C:\\a", "10.1.2.3", "::ffff:10.1.2.3", "fe80::1%eth0", "2001:db8::7",
        "2024-02-29T13:45:00Z", "2021-01-03", "\n",
    ];

    /// <summary>What placeholders among the pieces stand for.</summary>
    public const string Values = "one: ab\ntwo: ['a*', '-enc ', 1]\n";

    private static readonly string[] Texts =
        ["", "", "|contains", "|startswith", "|endswith", "|cased", "|contains|cased", "|windash", "|contains|windash",
            "|base64offset|contains", "|wide|base64offset|contains", "|utf16be|base64offset|contains", "|utf16|base64|startswith",
            "|base64", "|neq", "|contains|neq", "|expand", "|expand|contains"];

    private static readonly string[] Expressions =
        ["^a", "a$", "(?<first>.)b", "[ab]{2,}", "^.{3}.*$", "(?i)AB", "power(?<rest>shell)", "a|k", "\\\\a", "s+", "(?=a)a",
            "a\\.?exe", "k.?l", "xyz[\\\\]q|power", "xyz[x[]y|shell", "(xyz[x[]|q)r|enc", "[\\]p]ower", "power\\163hell"];

    private static readonly string[] Networks = ["10.0.0.0/8", "10.1.2.3/32", "0.0.0.0/0", "2001:db8::/32", "fe80::/10", "::/0",
            "::ffff:0:0/96"];

    private static readonly string[] Wildcards = ["", "", "", "*", "?", "\\"];

    private static readonly string[] Comparisons =
        ["gt", "gte", "lt", "lte", "gt|neq", "hour", "minute|gte", "week", "month|lt", "year", "day"];

    private static readonly string[] Numbers = ["0", "1", "-1", "10", "1.5", "1e1", "100000000000000000000", "0.1e1", "13", "2024"];

    public string Next(int number)
    {
        var detection = new StringBuilder();
        for (var search = 0; search < 3; search++)
        {
            detection.Append(search == 0 ? "s0:\n" : $"s{search}:\n");
            Search(detection);
        }

        return Loaded.Rule($"{detection}condition: {Condition(3)}", $"Rule {number}");
    }

    private void Search(StringBuilder detection)
    {
        switch (random.Next(6))
        {
            case 0:
                detection.Append(string.Concat(Enumerable.Range(0, random.Next(1, 3)).Select(_ => $"- {Quote(Text())}\n")));
                break;
            case 1:
                detection.Append(string.Concat(Enumerable.Range(0, 2).Select(_ => $"- {Loaded.Indent(Entry().TrimEnd('\n'))}\n")));
                break;
            default:
                var entries = Enumerable.Range(0, random.Next(1, 4)).Select(_ => Entry()).DistinctBy(entry => entry.Split(':')[0]);
                detection.Append(string.Concat(entries.Select(entry => $"  {Loaded.Indent(entry.TrimEnd('\n'))}\n")));
                break;
        }
    }

    private string Entry()
    {
        var field = Pick(Fields);
        switch (random.Next(12))
        {
            case 0:
                return $"{field}: null\n";
            case 1:
                return $"{field}|exists: {Pick(["true", "false"])}\n";
            case 2:
                return $"{field}|{Pick(Comparisons)}: {Pick(Numbers)}\n";
            case 3:
                return $"{field}: {Pick(Numbers)}\n";
            case 4:
                return $"{field}|cidr: {Quote(Pick(Networks))}\n";
            case 5:
                return $"{field}|re{Pick(["", "|i", "|s", "|m"])}: {Quote(Pick(Expressions))}\n";
            case 6:
                return $"{field}|fieldref{Pick(["", "|contains", "|startswith", "|endswith", "|cased"])}: {Pick(Fields)}\n";
            case 7:
                return $"{field}{Pick(Texts)}|all:\n{List(2)}";
            case 8:
                return $"{field}{Pick(Texts)}:\n{List(random.Next(1, 4))}";
            case 9:
                return $"'|all':\n{List(2)}";
            default:
                return $"{field}{Pick(Texts)}: {Quote(Text())}\n";
        }
    }

    private string List(int count) => string.Concat(Enumerable.Range(0, count).Select(_ => $"  - {Quote(Text())}\n"));

    private string Condition(int depth) => random.Next(depth == 0 ? 2 : 7) switch
    {
        0 or 1 => Pick(["s0", "s1", "s2"]),
        2 => $"not {Condition(depth - 1)}",
        3 => $"({Condition(depth - 1)} or {Condition(depth - 1)})",
        4 => $"({Condition(depth - 1)} and {Condition(depth - 1)})",
        5 => Pick(["1 of s*", "all of s*", "2 of s*", "1 of them", "all of them"]),
        _ => $"({Condition(depth - 1)} and not {Condition(depth - 1)})",
    };

    /// <summary>Now and then with wildcards.</summary>
    private string Text() => string.Concat(Enumerable.Range(0, random.Next(1, 3)).Select(_ => Pick(Pieces) + Pick(Wildcards)));

    private T Pick<T>(T[] some) => some[random.Next(some.Length)];

    /// <summary>A string in JSON is one in YAML.</summary>
    private static string Quote(string text) => JsonSerializer.Serialize(text);
}
