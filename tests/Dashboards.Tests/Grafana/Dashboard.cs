using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Dashboards.Tests.Grafana;

/// <summary>A file of dashboards/grafana/dashboards, in Grafana's classic schema.</summary>
public sealed partial class Dashboard
{
    public static readonly string[] Names = ["analyzer", "gateway", "journal", "prober", "lab", "sigma"];

    private Dashboard(string name, string text) => (Name, Text, Json) = (name, text, JsonNode.Parse(text)!.AsObject());

    public string Name { get; }

    public string Text { get; }

    public JsonObject Json { get; }

    public IReadOnlyList<Panel> Panels => [.. Json["panels"]!.AsArray().Select(panel => new Panel(panel!))];

    /// <summary>The panels that show data.</summary>
    public IEnumerable<Panel> Charts => Panels.Where(panel => !panel.IsRow);

    public IEnumerable<JsonNode> Variables => Json["templating"]!["list"]!.AsArray().Select(variable => variable!);

    /// <summary>The queries that belong to no panel: those of annotations, and those that find the values of variables.</summary>
    public IEnumerable<string> OtherQueries =>
    [
        .. Json["annotations"]!["list"]!.AsArray().Select(annotation => (string?)annotation!["expr"]).OfType<string>(),
        .. Variables.Select(variable => (string?)variable["definition"]).OfType<string>()
            .Select(definition => LabelValues().Match(definition))
            .Select(match => $"sum by ({match.Groups[2].Value}) ({match.Groups[1].Value})"),
    ];

    public static Dashboard Load(string name) =>
        new(name, File.ReadAllText(Path.Combine(Folder, "grafana", "dashboards", $"{name}.json")));

    public static IEnumerable<Dashboard> LoadAll() => Names.Select(Load);

    /// <summary>All queries of the dashboard.</summary>
    public IEnumerable<string> Queries =>
        [.. Charts.SelectMany(panel => panel.Targets).Select(target => target.Expression), .. OtherQueries];

    /// <summary>The folder dashboards/ of the repository.</summary>
    public static string Folder { get; } = Path.Combine(SharedData.RepositoryRoot, "dashboards");

    [GeneratedRegex(@"^label_values\((.+), (\w+)\)$")]
    private static partial Regex LabelValues();
}
