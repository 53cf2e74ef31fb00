using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>Reads the members that rules, correlations and filters share.</summary>
internal sealed class DocumentFields(YamlMap map, ProblemList problems)
{
    private static readonly string[] Levels = ["informational", "low", "medium", "high", "critical"];

    public string Title
    {
        get
        {
            if (Text("title") is { Length: > 0 } title)
            {
                return title;
            }

            problems.Error("title", map.Find("title")?.At ?? map.At, "There is no title. Say in a few words what the rule finds.");
            return "";
        }
    }

    public string? Id
    {
        get
        {
            var id = Text("id");
            if (id is not null && !Guid.TryParse(id, out _))
            {
                problems.Warning("id", map.Find("id")!.Value.At, $"{id} is not a UUID. Other programs may refuse it.");
            }

            return id;
        }
    }

    public string? Level
    {
        get
        {
            var level = Text("level");
            if (level is not null && !Levels.Contains(level))
            {
                problems.Warning("level", map.Find("level")!.Value.At, $"{level} is not a level. Write {string.Join(", ", Levels)}.");
            }

            return level;
        }
    }

    /// <summary>An extension: the topic for the alerts, and static fields for them.</summary>
    public (string? Topic, IReadOnlyList<KeyValuePair<string, string>> CustomFields) Kafka
    {
        get
        {
            if (Map("kafka", "outputTopic and customFields") is not { } kafka)
            {
                return (null, []);
            }

            var fields = new DocumentFields(kafka, problems);
            fields.WarnOfOthers("kafka", "outputTopic", "customFields");
            var topic = fields.Text("outputTopic");
            if (fields.Map("customFields", "names and texts") is not { } custom)
            {
                return (topic, []);
            }

            var texts = new DocumentFields(custom, problems);
            return (topic, [.. custom.Entries.Select(entry => KeyValuePair.Create(entry.Key, texts.Text(entry.Key) ?? ""))]);
        }
    }

    /// <summary>Warns of unknown members, where a misspelling would change the meaning.</summary>
    /// <param name="what">What the map is.</param>
    /// <param name="known">The members that it may have.</param>
    public void WarnOfOthers(string what, params string[] known)
    {
        foreach (var entry in map.Entries.Where(entry => !known.Contains(entry.Key)))
        {
            problems.Warning("unknown", entry.At, $"{entry.Key} does nothing in {what}. Write one of {string.Join(", ", known)}.");
        }
    }

    /// <returns>Null when the document is refused.</returns>
    public LogSource? LogSource(bool isRequired)
    {
        if (map.Find("logsource") is not { } entry)
        {
            if (isRequired)
            {
                problems.Error("logsource", map.At, "There is no logsource. Name a product, a category or a service.");
            }

            return isRequired ? null : Rules.LogSource.Any;
        }

        if (entry.Value is not YamlMap source)
        {
            problems.Error("logsource", entry.Value.At, "logsource is a map with product, category and service.");
            return null;
        }

        var fields = new DocumentFields(source, problems);
        return new(fields.Text("product"), fields.Text("category"), fields.Text("service"));
    }

    /// <returns>Null when there is no such member, or it is refused.</returns>
    private YamlMap? Map(string key, string members)
    {
        switch (map.Find(key)?.Value)
        {
            case null or YamlScalar { Kind: ScalarKind.Null }:
                return null;
            case YamlMap inner:
                return inner;
            case var other:
                problems.Error("type", other.At, $"{key} has to be a map with {members}.");
                return null;
        }
    }

    /// <returns>Null when there is no such member, or it is refused.</returns>
    public string? Text(string key)
    {
        switch (map.Find(key)?.Value)
        {
            case null or YamlScalar { Kind: ScalarKind.Null }:
                return null;
            case YamlScalar scalar:
                return scalar.Text;
            case var other:
                problems.Error("type", other.At, $"{key} has to be text.");
                return null;
        }
    }

    /// <returns>The values of a list, or the one value; empty when there is no such member.</returns>
    public IReadOnlyList<YamlScalar> Texts(string key)
    {
        switch (map.Find(key)?.Value)
        {
            case null or YamlScalar { Kind: ScalarKind.Null }:
                return [];
            case YamlScalar scalar:
                return [scalar];
            case YamlList list when list.Items.All(item => item is YamlScalar { Kind: not ScalarKind.Null }):
                return [.. list.Items.Cast<YamlScalar>()];
            case var other:
                problems.Error("type", other.At, $"{key} has to be text or a list of texts.");
                return [];
        }
    }
}
