using Dashboards.Tests.Grafana;

namespace Dashboards.Tests;

/// <summary>dashboards/README.md has a line for each panel, in the dashboard's order: title, metrics, question.</summary>
public sealed class ReadmeTests
{
    [Fact]
    public void Readme_EachPanelAndRule_HasItsLine()
    {
        var lines = File.ReadAllLines(Path.Combine(Dashboard.Folder, "README.md"));
        var panels = Dashboard.LoadAll().SelectMany(dashboard => dashboard.Charts);

        lines.Where(line => line.StartsWith("| ", StringComparison.Ordinal) && line.Contains('?')).ShouldBe(
            panels.Select(panel => $"| {panel.Title} | {Metrics(panel)} | {panel.Description} |"));
        RuleFile.Names.SelectMany(name => RuleFile.Load(name).Rules)
            .ShouldAllBe(rule => lines.Any(line => line.StartsWith($"| `{rule.Name}` | ", StringComparison.Ordinal)));
    }

    private static string Metrics(Panel panel) => string.Join(
        ", ", panel.Targets.SelectMany(target => target.Query.Selectors).Select(selector => $"`{selector.Metric}`").Distinct());
}
