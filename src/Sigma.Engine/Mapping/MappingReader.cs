using System.Text;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Mapping;

/// <summary>
/// Reads a mapping: <c>fieldmappings</c> with one or more names for a field (<c>$.</c> begins a path), <c>prefixes</c>,
/// <c>camelCasePrefixes</c>, <c>logsources</c>, <c>logsourcesOf</c> (those of a built-in mapping come first), <c>records</c> (where
/// containers have them), <c>when</c> (the events that it is for), <c>products</c> (of events whose product no log source tells),
/// <c>timestamp</c>, <c>removeBlanks</c>, <c>escapedTwice</c> and <c>namedData</c>.
/// </summary>
public static class MappingReader
{
    private static readonly string[] Members =
    [
        "fieldmappings", "prefixes", "camelCasePrefixes", "logsources", "timestamp", "removeBlanks", "name", "logsourcesOf", "records",
        "when", "products", "escapedTwice", "namedData",
    ];

    /// <summary>In an order in which each takes the events of its kind, if they are named together.</summary>
    public static IReadOnlyList<string> BuiltIn { get; } = ["linux", "windows", "ecs", "edr", "cloud", "zeek", "network"];

    /// <summary>One of <see cref="BuiltIn"/>.</summary>
    public static EventMapping Load(string name)
    {
        using var stream = typeof(MappingReader).Assembly.GetManifestResourceStream($"Mapping/{name}.yml")
            ?? throw new ArgumentException($"There is no mapping {name}.", nameof(name));
        using var reader = new StreamReader(stream);
        var problems = new List<RuleProblem>();
        var mapping = Read(name, reader.ReadToEnd(), problems);
        return problems.Count == 0 ? mapping : throw new InvalidOperationException($"{problems[0]}");
    }

    /// <param name="file">Its name, for messages.</param>
    /// <param name="text">Its content.</param>
    /// <param name="problems">Gets the problems.</param>
    public static EventMapping Read(string file, string text, List<RuleProblem> problems)
    {
        var list = new ProblemList(file, problems);
        var (document, error) = YamlReader.Read(text).FirstOrDefault();
        if (document is not YamlMap map)
        {
            list.Error("yaml", error?.At ?? new(1, 1), error?.Message ?? "A mapping is a map: fieldmappings, logsources, timestamp.");
            return EventMapping.None;
        }

        foreach (var entry in map.Entries.Where(entry => !Members.Contains(entry.Key)))
        {
            list.Error("mapping", entry.At, $"There is no {entry.Key} in a mapping. It has {string.Join(", ", Members)}.");
        }

        var fields = new DocumentFields(map, list);
        return new(
            file,
            ReadFields(map, list),
            [.. fields.Texts("prefixes").Select(prefix => Target(prefix.Text).Name)],
            [.. fields.Text("logsourcesOf") is { } other && BuiltIn.Contains(other) ? Load(other).LogSources : [],
                .. ReadSources(map, list)],
            EventMapping.WithUsualTimeFields(fields.Texts("timestamp").Select(time => Target(time.Text).Name)),
            fields.Text("removeBlanks") == "true")
        {
            CamelCasePrefixes = [.. fields.Texts("camelCasePrefixes").Select(prefix => Target(prefix.Text).Name)],
            Records = ReadRecords(fields, list),
            When = ReadChoices(map, list),
            Products = Part(map, fields, "products"),
            HasNamedData = fields.Text("namedData") == "true",
            EscapedTwice = Encoding.UTF8.GetBytes(fields.Text("escapedTwice") ?? ""),
        };
    }

    private static Dictionary<string, IReadOnlyList<FieldTarget>> ReadFields(YamlMap map, ProblemList problems)
    {
        var fields = new Dictionary<string, IReadOnlyList<FieldTarget>>();
        if (map.Find("fieldmappings")?.Value is { } value)
        {
            if (value is not YamlMap mappings)
            {
                problems.Error("mapping", value.At, "fieldmappings is a map: field: name, or field: a list of names.");
                return fields;
            }

            var texts = new DocumentFields(mappings, problems);
            foreach (var entry in mappings.Entries)
            {
                fields[entry.Key] = [.. texts.Texts(entry.Key).Select(name => Target(name.Text))];
            }
        }

        return fields;
    }

    private static List<RecordPath> ReadRecords(DocumentFields fields, ProblemList problems)
    {
        var paths = new List<RecordPath>();
        foreach (var text in fields.Texts("records"))
        {
            if (RecordPath.Parse(text.Text) is { } path)
            {
                paths.Add(path);
            }
            else
            {
                problems.Error("mapping", text.At, $"{text.Text} is not a path of records. Write one such as $.Records[*].");
            }
        }

        return paths;
    }

    private static FieldTarget Target(string name) =>
        name.StartsWith("$.", StringComparison.Ordinal) ? new(name[2..], IsPath: true) : new(name, IsPath: false);

    private static List<LogSourceRow> ReadSources(YamlMap map, ProblemList problems)
    {
        var rows = new List<LogSourceRow>();
        var value = map.Find("logsources")?.Value;
        if (value is not null and not YamlList)
        {
            problems.Error("mapping", value.At, "logsources is a list of maps: when, product, category, service.");
        }

        foreach (var item in (value as YamlList)?.Items ?? [])
        {
            if (item is not YamlMap row || row.Find("when")?.Value is not (null or YamlMap))
            {
                problems.Error("mapping", item.At, "A log source is a map: when (a map of fields and values), product, category, service.");
                continue;
            }

            var fields = new DocumentFields(row, problems);
            var when = row.Find("when")?.Value as YamlMap;
            rows.Add(new(
                when is null ? [] : ReadWhen(when, problems),
                new(Part(row, fields, "product"), Part(row, fields, "category"), Part(row, fields, "service")),
                ReadRewrite(row, problems)));
        }

        if (rows.Count > EventMapping.MaxLogSources)
        {
            problems.Error("mapping", value!.At, $"More than {EventMapping.MaxLogSources} log sources. Join those that say the same.");
            rows.Clear();
        }

        return rows;
    }

    /// <returns>Null when the row does not have it; an empty list says that the event is of none.</returns>
    private static IReadOnlyList<string>? Part(YamlMap row, DocumentFields fields, string key) =>
        row.Find(key) is null ? null : [.. fields.Texts(key).Select(text => text.Text)];

    private static LogSource? ReadRewrite(YamlMap row, ProblemList problems)
    {
        switch (row.Find("rewrite")?.Value)
        {
            case null:
                return null;
            case YamlMap rewrite:
                var fields = new DocumentFields(rewrite, problems);
                return new(fields.Text("product"), fields.Text("category"), fields.Text("service"));
            case var other:
                problems.Error("mapping", other.At, "rewrite is a map: product, category, service.");
                return null;
        }
    }

    private static List<IReadOnlyList<KeyValuePair<string, IReadOnlyList<string>>>> ReadChoices(YamlMap map, ProblemList problems)
    {
        var value = map.Find("when")?.Value;
        var choices = new List<IReadOnlyList<KeyValuePair<string, IReadOnlyList<string>>>>();
        foreach (var choice in value is YamlList list ? list.Items : value is null ? [] : [value])
        {
            if (choice is YamlMap { Entries.Count: > 0 } fields)
            {
                choices.Add(ReadWhen(fields, problems));
            }
            else
            {
                problems.Error("mapping", choice.At, "when is a map of fields and values, or a list of such maps.");
            }
        }

        return choices;
    }

    private static List<KeyValuePair<string, IReadOnlyList<string>>> ReadWhen(YamlMap when, ProblemList problems)
    {
        var texts = new DocumentFields(when, problems);
        return [.. when.Entries.Select(entry => KeyValuePair.Create<string, IReadOnlyList<string>>(
            entry.Key, [.. texts.Texts(entry.Key).Select(text => text.Text)]))];
    }
}
