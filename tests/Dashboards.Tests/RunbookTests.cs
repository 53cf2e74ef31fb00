namespace Dashboards.Tests;

/// <summary>docs/runbooks has a page for each alert, and no other.</summary>
public sealed class RunbookTests
{
    private static readonly string Folder = Path.Combine(SharedData.RepositoryRoot, "docs", "runbooks");

    private static IEnumerable<RuleFile.Rule> Alerts =>
        RuleFile.Names.SelectMany(name => RuleFile.Load(name).Rules).Where(rule => rule.IsAlert);

    [Fact]
    public void Pages_Always_AreThoseOfTheAlerts() => Directory.EnumerateFiles(Folder).Select(Path.GetFileNameWithoutExtension)
        .Where(name => name != "README").ShouldBe(Alerts.Select(alert => alert.Name), ignoreOrder: true);

    [Fact]
    public void Pages_Always_SayWhatItMeansWhatToLookAtAndWhatToDo()
    {
        var index = File.ReadAllText(Path.Combine(Folder, "README.md"));
        foreach (var alert in Alerts)
        {
            var page = File.ReadAllText(Path.Combine(Folder, $"{alert.Name}.md"));
            var parts = page.Split("\n## ").Select(part => part.Split('\n', 2)).ToList();

            parts.Select(part => part[0]).ShouldBe([$"# {alert.Name}", "What it means", "What to look at", "What to do"]);
            parts.ShouldAllBe(part => part[1].Trim().Length > 20, alert.Name);
            page.ShouldContain($"Severity: {alert.Labels["severity"]}.", Case.Sensitive, alert.Name);
            index.ShouldContain($"| [{alert.Name}]({alert.Name}.md) | {alert.Labels["severity"]} |");
            alert.Annotations["runbook_url"].ShouldBe($"{{{{ $externalLabels.runbooks }}}}/{alert.Name}.md");
        }
    }
}
