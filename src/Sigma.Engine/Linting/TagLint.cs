using System.Text.RegularExpressions;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Linting;

/// <summary>Checks tags: <c>namespace.name</c>, with the namespaces of the specification's appendix on tags.</summary>
internal static partial class TagLint
{
    private static readonly string[] Tactics =
    [
        "reconnaissance", "resource-development", "initial-access", "execution", "persistence", "privilege-escalation", "defense-evasion",
        "stealth", "defense-impairment", "credential-access", "discovery", "lateral-movement", "collection", "command-and-control",
        "exfiltration", "impact",
    ];

    private static readonly Dictionary<string, (Regex Form, string Example)> Namespaces = new()
    {
        ["attack"] = (Attack(), "attack.t1059.001, attack.execution, attack.g0010 or attack.s0002"),
        ["car"] = (Car(), "car.2016-04-005"),
        ["cve"] = (Cve(), "cve.2021-44228"),
        ["d3fend"] = (Defend(), "d3fend.d3-fa"),
        ["detection"] = (Detection(), "detection.dfir, detection.emerging-threats or detection.threat-hunting"),
        ["stp"] = (Stp(), "stp.3k"),
        ["tlp"] = (Tlp(), "tlp.clear, tlp.green, tlp.amber, tlp.amber-strict or tlp.red"),
    };

    public static void Check(YamlMap map, Action<string, SourcePosition, string> warn)
    {
        if (map.Find("tags") is not { } entry)
        {
            return;
        }

        if (entry.Value is not YamlList list)
        {
            warn("tags", entry.At, "tags is a list, such as [attack.t1059].");
            return;
        }

        var known = new HashSet<string>();
        foreach (var item in list.Items)
        {
            if (item is not YamlScalar { Kind: not ScalarKind.Null } tag)
            {
                warn("tags", item.At, "A tag is text: a namespace, a dot and a name.");
            }
            else if (!known.Add(tag.Text))
            {
                warn("tags", tag.At, $"{tag.Text} is named twice. Keep one.");
            }
            else if (Problem(tag.Text) is { } problem)
            {
                warn("tags", tag.At, problem);
            }
        }
    }

    private static string? Problem(string tag)
    {
        var dot = tag.IndexOf('.');
        if (dot <= 0 || !Name().IsMatch(tag))
        {
            return $"{tag} is no tag. Write a namespace, a dot and a name in small letters, such as attack.t1059.";
        }

        var space = tag[..dot];
        if (!Namespaces.TryGetValue(space, out var form))
        {
            return $"There is no namespace {space}. Write one of {string.Join(", ", Namespaces.Keys)}.";
        }

        var name = tag[(dot + 1)..];
        return form.Form.IsMatch(name) || (space == "attack" && Tactics.Contains(name)) ? null
            : $"{tag} does not have the form of its namespace. Write one such as {form.Example}.";
    }

    [GeneratedRegex(@"\A[a-z0-9_-]+\.[a-z0-9._-]+\z")]
    private static partial Regex Name();

    [GeneratedRegex(@"\A(?:t[0-9]{4}(?:\.[0-9]{3})?|[gsc][0-9]{4}|ta[0-9]{4}|ds[0-9]{4}|m[0-9]{4})\z")]
    private static partial Regex Attack();

    [GeneratedRegex(@"\A[0-9]{4}-[0-9]{2}-[0-9]{3}\z")]
    private static partial Regex Car();

    [GeneratedRegex(@"\A[0-9]{4}[.-][0-9]{4,}\z")]
    private static partial Regex Cve();

    [GeneratedRegex(@"\Ad3[a-z-]*\z|\A(?:model|harden|detect|isolate|deceive|evict|restore)\z")]
    private static partial Regex Defend();

    [GeneratedRegex(@"\A(?:dfir|emerging-threats|threat-hunting)\z")]
    private static partial Regex Detection();

    [GeneratedRegex(@"\A[1-5][auk]?\z")]
    private static partial Regex Stp();

    [GeneratedRegex(@"\A(?:clear|white|green|amber|amber-strict|red)\z")]
    private static partial Regex Tlp();
}
