using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.RegularExpressions;
using Dashboards.Tests.Grafana;

namespace Dashboards.Tests;

/// <summary>Mistakes that Grafana would show on the screen only, or not at all.</summary>
public sealed partial class StructureTests
{
    private const string DataSource = "${datasource}";
    private const int GridWidth = 24;

    private static readonly JsonSerializerOptions Canonical = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static TheoryData<string> Names => new(Dashboard.Names);

    [Theory]
    [MemberData(nameof(Names))]
    public void Json_Always_IsCanonicalAndCanBeProvisioned(string name)
    {
        var dashboard = Dashboard.Load(name);

        dashboard.Text.ShouldBe(dashboard.Json.ToJsonString(Canonical) + "\n");
        dashboard.Json["id"].ShouldBeNull(); // Grafana assigns it
        ((string)dashboard.Json["uid"]!).ShouldBe(name);
        ((int)dashboard.Json["schemaVersion"]!).ShouldBe(39); // the classic schema, which Grafana 10 to 13 read
        ((string)dashboard.Json["title"]!).ShouldNotBeEmpty();
        ((string)dashboard.Json["refresh"]!).ShouldMatch(@"^\d+s$");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Panels_Always_HaveTheirOwnIdTitleAndPlace(string name)
    {
        var panels = Dashboard.Load(name).Panels;

        panels.Select(panel => panel.Id).ShouldBeUnique();
        panels.Select(panel => panel.Title).ShouldBeUnique();
        panels[0].IsRow.ShouldBeTrue();
        panels.Where(panel => panel.IsRow)
            .ShouldAllBe(row => row.Place.X == 0 && row.Place.Width == GridWidth && row.Place.Height == 1);
        foreach (var (index, panel) in panels.Index())
        {
            var (x, width) = (panel.Place.X, panel.Place.Width);
            (x >= 0 && x + width <= GridWidth && width > 0).ShouldBeTrue($"{panel} leaves the grid");
            panels.Skip(index + 1).Where(panel.Overlaps).ShouldBeEmpty($"{panel} lies under another");
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Panels_Always_FillTheGridFromTopToBottom(string name)
    {
        var panels = Dashboard.Load(name).Panels;

        // Grafana moves panels up into gaps: the screen would differ from the file.
        var area = panels.Sum(panel => panel.Place.Width * panel.Place.Height);
        area.ShouldBe(GridWidth * panels.Max(panel => panel.Place.Y + panel.Place.Height));
        panels.Select(panel => (panel.Place.Y, panel.Place.X)).ShouldBeInOrder();
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Charts_Always_HaveAQuestionADataSourceAndAUnit(string name)
    {
        foreach (var panel in Dashboard.Load(name).Charts)
        {
            panel.Description.ShouldContain("?", Case.Sensitive, $"{panel}");
            panel.DataSource.ShouldBe(DataSource, $"{panel}");
            panel.Targets.ShouldNotBeEmpty($"{panel}");
            panel.Targets.Select(target => target.RefId).ShouldBeUnique($"{panel}");
            panel.Targets.ShouldAllBe(target => target.DataSource == DataSource && target.Expression != "", $"{panel}");
            panel.Type.ShouldBeOneOf("timeseries", "stat", "table", "heatmap");
            if (panel.Type != "table")
            {
                panel.Unit.ShouldNotBeNullOrEmpty($"{panel}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Heatmaps_Always_DrawTheBucketsOfTheHistogram(string name)
    {
        foreach (var panel in Dashboard.Load(name).Charts.Where(panel => panel.Type == "heatmap"))
        {
            var target = panel.Targets.ShouldHaveSingleItem($"{panel}");
            target.Format.ShouldBe("heatmap", $"{panel}");
            target.Legend.ShouldBe("{{le}}", $"{panel}");
            target.Expression.ShouldStartWith("sum by (le) (increase(");
            target.Query.Selectors.ShouldHaveSingleItem().Metric.ShouldEndWith("_bucket");
            ((bool)panel.Options["calculate"]!).ShouldBeFalse($"{panel}");
            panel.Unit.ShouldBe(target.Expression.Contains("milliseconds") ? "ms" : "s", $"{panel}");
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Queries_OfCounters_AreRatesOverGrafanasInterval(string name)
    {
        foreach (var target in Dashboard.Load(name).Charts.SelectMany(panel => panel.Targets))
        {
            target.Query.Selectors.Where(selector => Cumulative().IsMatch(selector.Metric))
                .ShouldAllBe(selector => selector.Function == "rate" || selector.Function == "increase", target.Expression);
            Window().Matches(target.Expression).Select(match => match.Value)
                .ShouldAllBe(window => window == "[$__rate_interval]", target.Expression);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Variables_Always_AreUsedAndDefined(string name)
    {
        var dashboard = Dashboard.Load(name);
        var defined = dashboard.Variables.Select(variable => (string)variable["name"]!).ToList();

        var used = Variable().Matches(dashboard.Text).Select(match => match.Groups[1].Value)
            .Where(variable => !variable.StartsWith("__", StringComparison.Ordinal));

        used.Distinct().ShouldBe(defined, ignoreOrder: true);
        ((string)dashboard.Variables.Single(variable => (string?)variable["type"] == "datasource")["query"]!).ShouldBe("prometheus");
        foreach (var target in dashboard.Charts.SelectMany(panel => panel.Targets))
        {
            // A query that uses no variable would always show everything.
            target.Query.Selectors.ShouldAllBe(
                selector => selector.Matchers.Any(matcher => matcher.Value.StartsWith('$')), target.Expression);
        }
    }

    /// <summary>"All" as a pattern would be every process that Prometheus knows: as a list it is those of the system.</summary>
    [Theory]
    [InlineData("analyzer")]
    [InlineData("gateway")]
    [InlineData("journal")]
    [InlineData("prober")]
    [InlineData("sigma")]
    public void Variables_OfASystem_NameItsProcessesOnly(string name)
    {
        var variables = Dashboard.Load(name).Variables.ToDictionary(variable => (string)variable["name"]!);

        ((bool)variables["job"]["multi"]!).ShouldBeFalse();
        ((bool)variables["job"]["includeAll"]!).ShouldBeFalse();
        ((string)variables["job"]["definition"]!).ShouldBe($"label_values({name}_build_info, job)");
        ((string)variables["instance"]["definition"]!).ShouldBe($"label_values({name}_build_info{{job=~\"$job\"}}, instance)");
        variables["instance"]["allValue"].ShouldBeNull();
        var targets = Dashboard.Load(name).Charts.SelectMany(panel => panel.Targets);
        foreach (var selector in targets.SelectMany(target => target.Query.Selectors))
        {
            var labels = selector.Matchers.Select(matcher => matcher.Label).ToList();
            (labels.Contains("job") && (labels.Contains("instance") || selector.Metric.Contains(':')) || labels.Contains("kind"))
                .ShouldBeTrue(selector.Metric);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Links_Always_LeadToAllOtherDashboards(string name)
    {
        var link = Dashboard.Load(name).Json["links"]!.AsArray().ShouldHaveSingleItem()!;
        var tags = link["tags"]!.AsArray().Select(tag => (string)tag!);

        ((string)link["type"]!).ShouldBe("dashboards");
        Dashboard.LoadAll().ShouldAllBe(other => tags.All(tag => other.Json["tags"]!.AsArray().Any(its => (string)its! == tag)));
    }

    [Theory]
    [InlineData("analyzer", "Submit latency", "Look-up latency")]
    [InlineData("gateway", "Look-up duration", "Submit duration", "Duration of passed calls")]
    public void Latencies_Always_ShowExemplars(string name, params string[] titles)
    {
        var latencies = Dashboard.Load(name).Charts.Where(panel => titles.Contains(panel.Title)).ToList();

        latencies.Count.ShouldBe(titles.Length);
        latencies.SelectMany(panel => panel.Targets).ShouldAllBe(target => target.HasExemplars);
    }

    [GeneratedRegex("_(total|bucket|count|sum)$")]
    private static partial Regex Cumulative();

    [GeneratedRegex(@"\[[^\]""\s]+\](?=\))")]
    private static partial Regex Window();

    [GeneratedRegex(@"\$\{?(\w+)")]
    private static partial Regex Variable();
}
