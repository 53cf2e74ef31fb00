using Dashboards.Tests.Grafana;
using Dashboards.Tests.PromQl;

namespace Dashboards.Tests.Live;

/// <summary>Every panel, variable, annotation and rule against what a real Prometheus scraped while the lab ran.</summary>
public sealed class LiveTests(LabUnderPrometheus lab)
{
    /// <summary>Prometheus' own, about each scrape.</summary>
    private static readonly string[] ScrapeMetrics = ["up", "ALERTS", "ALERTS_FOR_STATE"];

    /// <summary>Not in a run of the lab; the service's own tests see to it that they occur.</summary>
    private static readonly (string Label, string Value)[] NotInTheLab =
    [
        ("outcome", "failed"), // nothing fails
        ("call", "find"), // the cache answers
    ];

    public static TheoryData<string> Names => new(Dashboard.Names);

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Panels_LabHasRun_EachQueryReturnsData(string name)
    {
        var view = await lab.ViewAsync();
        var silent = new List<string>();

        foreach (var panel in Dashboard.Load(name).Charts)
        {
            foreach (var target in panel.Targets)
            {
                var series = await view.QueryAsync(target.Expression);
                if (!series.Any(one => one.HasData))
                {
                    silent.Add($"{panel}, {target.RefId}: {target.Expression}");
                }

                series.ShouldAllBe(one => target.LegendLabels.All(one.Labels.ContainsKey), $"{panel}: the legend '{target.Legend}' names what is not there");
            }
        }

        silent.ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task VariablesAndAnnotations_LabHasRun_EachQueryReturnsData(string name)
    {
        var view = await lab.ViewAsync();

        foreach (var query in Dashboard.Load(name).OtherQueries)
        {
            (await view.QueryAsync(query)).ShouldContain(series => series.HasData, query);
        }
    }

    [Fact]
    public async Task Names_OfDashboardsAndRules_AreThoseThatWereScraped()
    {
        var view = await lab.ViewAsync();
        var scraped = (await view.SeriesAsync()).ToLookup(series => series["__name__"]);
        var wrong = new List<string>();

        foreach (var query in AllQueries().Select(text => new Query(text)))
        {
            foreach (var selector in query.Selectors.Where(selector => !IsRecorded(selector.Metric)))
            {
                var series = scraped[selector.Metric].ToList();
                wrong.AddRange(series.Count == 0 ? [$"no metric {selector.Metric}"] : Misspelt(selector, series));
            }

            var labels = query.Selectors.SelectMany(selector => scraped[selector.Metric]).SelectMany(series => series.Keys).ToHashSet();
            wrong.AddRange(query.GroupedBy.Where(label => !labels.Contains(label)).Select(label => $"no label {label} to group {query.Selectors[0].Metric} by"));
        }

        wrong.Distinct().ShouldBeEmpty();
    }

    [Fact]
    public async Task Metrics_OfOurs_AreAllUsed()
    {
        var view = await lab.ViewAsync();
        var used = AllQueries().SelectMany(text => new Query(text).Selectors).Select(selector => Family(selector.Metric)).ToHashSet();

        var scraped = (await view.SeriesAsync()).Select(series => series["__name__"]).Where(metric => !ScrapeMetrics.Contains(metric) && !metric.StartsWith("scrape_"));

        scraped.Where(metric => !IsRecorded(metric)).Select(Family).Distinct().Where(family => !used.Contains(family)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Rules_LabHasRun_WereEvaluatedAndGaveData()
    {
        var view = await lab.ViewAsync();

        var groups = (await view.Prometheus.GetAsync("api/v1/rules", TestContext.Current.CancellationToken)).GetProperty("groups").EnumerateArray();
        var rules = groups.SelectMany(group => group.GetProperty("rules").EnumerateArray()).ToList();

        rules.Select(rule => rule.GetProperty("name").GetString()).ShouldBe(RuleFile.Load().Rules.Select(rule => rule.Name));
        rules.ShouldAllBe(rule => rule.GetProperty("health").GetString() == "ok");
        foreach (var rule in RuleFile.Load().Rules.Where(rule => !rule.IsAlert))
        {
            (await view.QueryAsync(rule.Name)).ShouldContain(series => series.HasData, rule.Name);
        }
    }

    private static IEnumerable<string> AllQueries() =>
    [
        .. Dashboard.LoadAll().SelectMany(dashboard => dashboard.Charts).SelectMany(panel => panel.Targets).Select(target => target.Expression),
        .. Dashboard.LoadAll().SelectMany(dashboard => dashboard.OtherQueries),
        .. RuleFile.Load().Rules.Select(rule => rule.Expr),
    ];

    private static IEnumerable<string> Misspelt(Selector selector, IReadOnlyList<IReadOnlyDictionary<string, string>> scraped) =>
        from matcher in selector.Matchers
        let values = scraped.Select(series => series.GetValueOrDefault(matcher.Label)).OfType<string>().ToHashSet()
        from wrong in values.Count == 0
            ? [$"no label {matcher.Label} of {selector.Metric}"]
            : matcher.Values.Where(value => !values.Contains(value) && !NotInTheLab.Contains((matcher.Label, value)))
                .Select(value => $"no {selector.Metric} with {matcher.Label}={value}")
        select wrong;

    /// <summary>By a rule: level:metric:operations.</summary>
    private static bool IsRecorded(string metric) => metric.Contains(':');

    private static string Family(string metric) =>
        new[] { "_bucket", "_count", "_sum" }.Where(metric.EndsWith).Select(suffix => metric[..^suffix.Length]).FirstOrDefault(metric);
}
