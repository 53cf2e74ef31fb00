using Dashboards.Tests.Grafana;

namespace Dashboards.Tests;

/// <summary>dashboards/README.md has a line for each panel, in the dashboard's order: its title, the metrics it is drawn from, the question it answers.</summary>
public sealed class ReadmeTests
{
    [Fact]
    public void Readme_EachPanelAndAlert_IsToldOf()
    {
        var lines = File.ReadAllLines(Path.Combine(Dashboard.Folder, "README.md"));

        lines.Where(line => line.StartsWith("| ", StringComparison.Ordinal) && line.Contains('?')).ShouldBe(
            Dashboard.LoadAll().SelectMany(dashboard => dashboard.Charts).Select(panel => $"| {panel.Title} | {Metrics(panel)} | {panel.Description} |"));
        RuleFile.Load().Rules.ShouldAllBe(rule => lines.Any(line => line.StartsWith($"| `{rule.Name}` | ", StringComparison.Ordinal)));
    }

    private static string Metrics(Panel panel) => string.Join(
        ", ", panel.Targets.SelectMany(target => target.Query.Selectors).Select(selector => $"`{selector.Metric}`").Distinct());
}
