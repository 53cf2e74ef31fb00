using System.Globalization;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Linting;

/// <summary>
/// Checks what does not change a rule's meaning, but what other people and programs read: status, dates, tags, ids, references and titles.
/// The checks are those of the specification and of sigma-cli's validators.
/// </summary>
public sealed class MetadataLint
{
    private const int MaxTitle = 256;
    private const int MinDescription = 16;

    private static readonly string[] Statuses = ["stable", "test", "experimental", "deprecated", "unsupported"];
    private static readonly string[] Relations = ["derived", "obsolete", "merged", "renamed", "similar", "correlation"];

    private readonly List<RuleProblem> _problems = [];
    private readonly Dictionary<string, string> _titles = new(StringComparer.OrdinalIgnoreCase);

    /// <param name="files">Files of rules.</param>
    /// <returns>Warnings only.</returns>
    public static IReadOnlyList<RuleProblem> Check(IEnumerable<RuleText> files)
    {
        var lint = new MetadataLint();
        foreach (var (file, text) in files)
        {
            foreach (var (node, _) in YamlReader.Read(text))
            {
                if (node is YamlMap map)
                {
                    lint.Check(file, map);
                }
            }
        }

        return lint._problems;
    }

    private void Check(string file, YamlMap map)
    {
        void Warn(string code, SourcePosition at, string message) => _problems.Add(new(file, at, code, message, IsError: false));
        var isRule = map.Find("detection") is not null;

        Title(file, map, Warn);
        if (Value(map, "id") is null && Value(map, "name") is null)
        {
            Warn("id", map.At, "There is no id. Alerts, filters and correlations name a rule by it: add a random UUID.");
        }

        if (Value(map, "status") is { } status && !Statuses.Contains(status.Text))
        {
            Warn("status", status.At, $"{status.Text} is no status. Write one of {string.Join(", ", Statuses)}.");
        }

        if (isRule && Value(map, "level") is null && Value(map, "name") is null)
        {
            Warn("level", map.At, "There is no level, so alerts have none. Write informational, low, medium, high or critical.");
        }

        if (Value(map, "description") is { } description && description.Text.Length < MinDescription)
        {
            Warn("description", description.At, "The description is very short. Say what the rule finds, and why that matters.");
        }

        Dates(map, Warn);
        Related(map, Warn);
        References(map, Warn);
        TagLint.Check(map, Warn);
    }

    private void Title(string file, YamlMap map, Action<string, SourcePosition, string> warn)
    {
        if (Value(map, "title") is not { Text.Length: > 0 } title)
        {
            return; // the loader says so
        }

        if (title.Text.Length > MaxTitle)
        {
            warn("title", title.At,
                $"The title has {title.Text.Length} characters. Write at most {MaxTitle}; the rest belongs to the description.");
        }

        if (!_titles.TryAdd(KeyOf(map, title), $"{file}:{title.At}"))
        {
            warn("title", title.At, $"{_titles[KeyOf(map, title)]} has the same title. Say in the title how the rules differ.");
        }
    }

    /// <summary>A correlation may have the title of its rule.</summary>
    private static string KeyOf(YamlMap map, YamlScalar title) =>
        $"{(RuleReader.IsCorrelation(map) ? "correlation " : "")}{title.Text}";

    private static void Dates(YamlMap map, Action<string, SourcePosition, string> warn)
    {
        var (date, modified) = (Date("date"), Date("modified"));
        if (date > modified)
        {
            warn("date", map.Find("modified")!.Value.At, "modified is before date. Write the day of the last change.");
        }

        DateOnly? Date(string key)
        {
            if (Value(map, key) is not { } value)
            {
                return null;
            }

            if (DateOnly.TryParseExact(value.Text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var day))
            {
                return day;
            }

            warn("date", value.At, $"{value.Text} is no date of the form 2026-11-22.");
            return null;
        }
    }

    private static void Related(YamlMap map, Action<string, SourcePosition, string> warn)
    {
        if (map.Find("related") is not { } entry)
        {
            return;
        }

        if (entry.Value is not YamlList list)
        {
            warn("related", entry.At, "related is a list of maps with id and type.");
            return;
        }

        var known = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var item in list.Items)
        {
            if (item is not YamlMap related || Value(related, "id") is not { } id || Value(related, "type") is not { } type)
            {
                warn("related", item.At, "A related rule is a map with id and type.");
                continue;
            }

            if (!Guid.TryParse(id.Text, out _))
            {
                warn("related", id.At, $"{id.Text} is not a UUID.");
            }
            else if (id.Text.Equals(Value(map, "id")?.Text, StringComparison.OrdinalIgnoreCase))
            {
                warn("related", id.At, "The rule is related to itself. Write the id of the other rule.");
            }
            else if (!known.Add(id.Text))
            {
                warn("related", id.At, $"{id.Text} is named twice. Keep one.");
            }

            if (!Relations.Contains(type.Text))
            {
                warn("related", type.At, $"{type.Text} is no relation. Write one of {string.Join(", ", Relations)}.");
            }
        }
    }

    private static void References(YamlMap map, Action<string, SourcePosition, string> warn)
    {
        if (map.Find("references") is not { } entry)
        {
            return;
        }

        if (entry.Value is not YamlList list)
        {
            warn("references", entry.At, "references is a list of addresses.");
            return;
        }

        var known = new HashSet<string>();
        foreach (var item in list.Items)
        {
            if (item is not YamlScalar { Kind: ScalarKind.Text } reference)
            {
                warn("references", item.At, "A reference is text, such as an address.");
            }
            else if (!known.Add(reference.Text))
            {
                warn("references", item.At, $"{reference.Text} is named twice. Keep one.");
            }
        }
    }

    private static YamlScalar? Value(YamlMap map, string key) =>
        map.Find(key)?.Value is YamlScalar { Kind: not ScalarKind.Null } scalar ? scalar : null;
}
