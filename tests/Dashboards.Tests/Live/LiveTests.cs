using Dashboards.Tests.Grafana;
using Dashboards.Tests.PromQl;

namespace Dashboards.Tests.Live;

/// <summary>Asks every query of panels, variables, annotations and rules of a real Prometheus that scraped what they are about.</summary>
public abstract class LiveTests(IScraped scraped)
{
    /// <summary>The metrics that Prometheus itself adds.</summary>
    private static readonly string[] ScrapeMetrics = ["up", "ALERTS", "ALERTS_FOR_STATE"];

    /// <summary>Label values that no run shows; the systems' own tests make them occur.</summary>
    private static readonly (string Label, string Value)[] NotThere =
    [
        ("outcome", "failed"), // nothing fails
        ("call", "find"), // the cache answers
    ];

    private IEnumerable<Dashboard> Dashboards => scraped.Dashboards.Select(Dashboard.Load);

    private IEnumerable<RuleFile.Rule> Rules => RuleFile.Load(scraped.Rules).Rules;

    [Fact]
    public async Task Panels_AfterARun_EachQueryReturnsData()
    {
        var view = await scraped.ViewAsync();
        var silent = new List<string>();

        foreach (var panel in Dashboards.SelectMany(dashboard => dashboard.Charts))
        {
            foreach (var target in panel.Targets.Where(target => !scraped.IsAbsent(target.Expression)))
            {
                var result = await view.QueryAsync(target.Expression);
                if (!result.Any(series => series.HasData))
                {
                    silent.Add($"{panel}, {target.RefId}: {target.Expression}");
                }

                result.ShouldAllBe(
                    series => target.LegendLabels.All(series.Labels.ContainsKey),
                    $"{panel}: the legend '{target.Legend}' names a label that is not there");
            }
        }

        silent.ShouldBeEmpty();
    }

    [Fact]
    public async Task VariablesAndAnnotations_AfterARun_EachQueryReturnsData()
    {
        var view = await scraped.ViewAsync();

        foreach (var query in Dashboards.SelectMany(dashboard => dashboard.OtherQueries).Where(query => !scraped.IsAbsent(query)))
        {
            (await view.QueryAsync(query)).ShouldContain(series => series.HasData, query);
        }
    }

    [Fact]
    public async Task Names_OfDashboardsAndRules_WereScraped()
    {
        var view = await scraped.ViewAsync();
        var series = (await view.SeriesAsync()).ToLookup(series => series["__name__"]);
        var wrong = new List<string>();

        foreach (var query in AllQueries().Select(text => new Query(text)))
        {
            foreach (var selector in query.Selectors.Where(selector => !IsRecorded(selector.Metric)))
            {
                var named = series[selector.Metric].ToList();
                wrong.AddRange(named.Count == 0 ? [$"no metric {selector.Metric}"] : Misspelt(selector, named));
            }

            var labels = query.Selectors.SelectMany(selector => series[selector.Metric]).SelectMany(labels => labels.Keys).ToHashSet();
            var missing = query.GroupedBy.Where(label => !labels.Contains(label));
            wrong.AddRange(missing.Select(label => $"no label {label} to group {query.Selectors[0].Metric} by"));
        }

        wrong.Distinct().ShouldBeEmpty();
    }

    [Fact]
    public async Task Metrics_OfTheSystem_AreAllUsed()
    {
        var view = await scraped.ViewAsync();
        var used = AllQueries().Concat(RuleFile.Load("hosting").Rules.Concat(RuleFile.Load("objectives").Rules).Select(rule => rule.Expr))
            .SelectMany(text => new Query(text).Selectors).Select(selector => Family(selector.Metric)).ToHashSet();

        var metrics = (await view.SeriesAsync()).Select(series => series["__name__"])
            .Where(metric => !ScrapeMetrics.Contains(metric) && !metric.StartsWith("scrape_") && scraped.IsItsOwn(metric));

        metrics.Where(metric => !IsRecorded(metric)).Select(Family).Distinct().Where(family => !used.Contains(family)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Rules_AfterARun_WereEvaluatedAndGaveData()
    {
        var view = await scraped.ViewAsync();

        var data = await view.Prometheus.GetAsync("api/v1/rules", TestContext.Current.CancellationToken);
        var rules = data.GetProperty("groups").EnumerateArray().SelectMany(group => group.GetProperty("rules").EnumerateArray()).ToList();

        rules.Select(rule => rule.GetProperty("name").GetString())
            .ShouldBe(RuleFile.Names.SelectMany(name => RuleFile.Load(name).Rules).Select(rule => rule.Name), ignoreOrder: true);
        rules.ShouldAllBe(rule => rule.GetProperty("health").GetString() == "ok");
        foreach (var rule in Rules.Where(rule => !rule.IsAlert))
        {
            (await view.QueryAsync(rule.Name)).ShouldContain(series => series.HasData, rule.Name);
        }
    }

    private IEnumerable<string> AllQueries() =>
    [
        .. Dashboards.SelectMany(dashboard => dashboard.Queries).Concat(Rules.Select(rule => rule.Expr))
            .Where(query => !scraped.IsAbsent(query)),
    ];

    private static IEnumerable<string> Misspelt(Selector selector, IReadOnlyList<IReadOnlyDictionary<string, string>> scraped) =>
        from matcher in selector.Matchers
        let values = scraped.Select(series => series.GetValueOrDefault(matcher.Label)).OfType<string>().ToHashSet()
        from wrong in values.Count == 0
            ? [$"no label {matcher.Label} of {selector.Metric}"]
            : matcher.Values.Where(value => !values.Contains(value) && !NotThere.Contains((matcher.Label, value)))
                .Select(value => $"no {selector.Metric} with {matcher.Label}={value}")
        select wrong;

    /// <summary>Whether a rule records it: such names are level:metric:operations.</summary>
    private static bool IsRecorded(string metric) => metric.Contains(':');

    private static string Family(string metric) =>
        new[] { "_bucket", "_count", "_sum" }.Where(metric.EndsWith).Select(suffix => metric[..^suffix.Length]).FirstOrDefault(metric);
}
