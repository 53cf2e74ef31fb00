using System.Text.RegularExpressions;
using Dashboards.Tests.Grafana;

namespace Dashboards.Tests;

/// <summary>docs/runbooks has a page for each alert, and no other.</summary>
public sealed partial class RunbookTests
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

    /// <summary>A page about all systems may name what only some have.</summary>
    [Fact]
    public void Pages_Always_NamePanelsOfTheSystemsDashboard()
    {
        foreach (var system in RuleFile.Names)
        {
            string[] names = system switch
            {
                "hosting" or "objectives" => Dashboard.Names,
                "gateway" => ["gateway", "analyzer"], // its backends
                _ => [system],
            };
            var titles = names.SelectMany(name => Dashboard.Load(name).Panels).Select(panel => panel.Title).ToHashSet();
            foreach (var alert in RuleFile.Load(system).Rules.Where(rule => rule.IsAlert))
            {
                File.ReadLines(Path.Combine(Folder, $"{alert.Name}.md")).Where(line => Panel().IsMatch(line))
                    .SelectMany(line => Italic().Matches(line[Panel().Match(line).Index..])).Select(match => match.Groups[1].Value)
                    .Where(title => !titles.Contains(title)).ShouldBeEmpty(alert.Name);
            }
        }
    }

    [Fact]
    public void Pages_Always_NameSettingsThatTheDocumentsList()
    {
        var documents = Directory.EnumerateDirectories(Path.Combine(SharedData.RepositoryRoot, "src"))
            .Select(folder => Path.Combine(folder, "README.md")).Where(File.Exists)
            .Append(Path.Combine(SharedData.RepositoryRoot, "docs", "hosting.md"));
        var known = documents.SelectMany(File.ReadLines).SelectMany(Keys).ToHashSet();

        foreach (var page in Directory.EnumerateFiles(Folder))
        {
            Setting().Matches(File.ReadAllText(page)).Select(match => match.Groups[1].Value)
                .Where(setting => !known.Contains(setting) && !known.Contains(setting.Split(':', 2)[1])).ShouldBeEmpty(page);
        }
    }

    /// <summary>A row that begins with <c>| `Limits:MaxGroups`, `MaxEntries` |</c> lists <c>Limits</c>, and both below it.</summary>
    private static IEnumerable<string> Keys(string row)
    {
        var keys = row.StartsWith("| `", StringComparison.Ordinal)
            ? Key().Matches(row.Split('|')[1]).Select(match => match.Groups[1].Value.TrimEnd('0').TrimEnd(':')).ToList() : [];
        var section = keys is [var first, ..] && first.Contains(':') ? first[..first.LastIndexOf(':')] : null;
        return section is null ? keys : [section, .. keys, .. keys.Skip(1).Select(key => $"{section}:{key}")];
    }

    [GeneratedRegex(@"\b[Pp]anels?\b")]
    private static partial Regex Panel();

    [GeneratedRegex(@"\*([^*]+)\*")]
    private static partial Regex Italic();

    [GeneratedRegex("`([A-Za-z]+:[A-Z][A-Za-z:]+)`")]
    private static partial Regex Setting();

    [GeneratedRegex("`([A-Za-z0-9:]+)`")]
    private static partial Regex Key();
}
