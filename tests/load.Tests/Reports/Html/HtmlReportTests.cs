using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Load.Machine;
using Load.Measuring;
using Load.Reports;
using Load.Reports.Html;

namespace Load.Tests.Reports.Html;

public sealed partial class HtmlReportTests
{
    private static readonly CaseResult Rest = Rows.Row("rest unknown 1MB x4", Iterations(10));
    private static readonly CaseResult Grpc = Rows.Row("grpc unknown 1MB x4", Iterations(20));

    [Fact]
    public void Of_Result_NeedsNothingFromElsewhere()
    {
        var page = HtmlReport.Of(new RunReport(Rows.Result(null, Rest, Grpc)));

        External().Count(page).ShouldBe(0);
        page.ShouldContain("prefers-color-scheme: dark");
        page.ShouldContain("@media print");
        page.ShouldContain("Every request was answered, and answered rightly.");
    }

    [Fact]
    public void Of_Result_DrawsEveryChartAsWellFormedSvg()
    {
        var page = HtmlReport.Of(new RunReport(Rows.Result(null, Rest, Grpc)));

        var charts = Chart().Matches(page).Select(match => XElement.Parse(match.Value)).ToArray();
        charts.Select(chart => chart.Element("title")!.Value).ShouldBe(
        [
            "Rate (right is more)", "CPU of the process under test, for each (left is less)", "unknown 1MB x4", "unknown 1MB x4",
            "Processors busy", "Threads", "Working set, MB",
        ]);
        charts.ShouldAllBe(chart => !chart.ToString().Contains("NaN") && !chart.ToString().Contains('∞'));
        charts[0].ToString().ShouldContain("grpc / rest");
    }

    [Fact]
    public void Of_PointerOverALine_NamesPercentileTimeAndUnit()
    {
        var page = HtmlReport.Of(new RunReport(Rows.Result(null, Rest, Grpc)));

        var hovers = Hover().Matches(page).Select(match => match.Groups[1].Value).ToArray();
        hovers.ShouldContain("rest: 11.0 ms at min");
        hovers.ShouldContain("rest: 18.0 ms at p90");
        hovers.ShouldContain(text => text.EndsWith(" ms at p98.5"));
        hovers.ShouldContain(text => text.StartsWith("grpc: ") && text.Contains(" ms at ") && text.EndsWith(" s"));
    }

    [Fact]
    public void Of_RowsWithoutTimes_HaveNoEmptyChart()
    {
        var counted = Rows.Row("rest unknown 1MB x4", Rows.Counted(1, new WorkCount(10)));

        HtmlReport.Of(new RunReport(Rows.Result(null, counted))).ShouldNotContain("<h2>Percentile spectrum</h2>");
    }

    [Fact]
    public void Of_RepeatsOfUnlikeLength_LatencyGoesForwards()
    {
        var quick = Rows.Iteration(2, (10, Outcome.Ok), (10, Outcome.Ok)) with { Window = TimeSpan.FromSeconds(0.1) };
        var row = Rows.Row("rest unknown 1MB x4", Rows.Iteration(1, [.. Enumerable.Repeat((90.0, Outcome.Ok), 10)]), quick);

        var page = HtmlReport.Of(new RunReport(Rows.Result(null, row)));

        var chart = Chart().Matches(page).Single(match => match.Value.Contains("repeat after repeat")).Value;
        var xs = XElement.Parse(chart).Element("polyline")!.Attribute("points")!.Value.Split(' ')
            .Select(point => double.Parse(point.Split(',')[0], CultureInfo.InvariantCulture)).ToArray();
        xs.ShouldBeInOrder();
    }

    [Fact]
    public void Of_SixProcesses_EachHasItsColourAndItsNameInTheLegend()
    {
        string[] names = ["Analyzer.Service", "Gateway", "nginx", "haproxy", "yarp"];
        var usage = new ProcessUsage(TimeSpan.FromSeconds(1), 50_000_000, 20, 100);
        MonitorSample Look(int second) => new(second, Rows.Noon.AddSeconds(second), names.ToDictionary(name => name, _ => usage), usage, 0);

        foreach (var svg in TimelineCharts.Of([Look(0), Look(1), Look(2)], []))
        {
            var chart = XElement.Parse(svg);
            var lines = chart.Elements("polyline").Select(line => line.Attribute("class")!.Value).ToArray();
            lines.ShouldBeUnique();
            lines.ShouldNotContain("line c0"); // looks like c3, that of the first
            foreach (var name in (string[])[.. names, "load"])
            {
                var text = chart.Elements("text").Single(text => text.Value == name);
                (double.Parse(text.Attribute("x")!.Value, CultureInfo.InvariantCulture) + 6 * name.Length).ShouldBeLessThan(400, name);
            }
        }
    }

    [Fact]
    public void Of_SixTransports_HaveUnlikeColours()
    {
        var rows = ((string[])["rest", "rest-h2", "rest-tls", "rest-h2-tls", "grpc", "grpc-tls"])
            .Select(transport => new CaseResult(Rows.Unknown(4, transport), Iterations(10))).ToArray();
        var comparison = new SideBySide(Rows.Result(null, rows));

        rows.Select(comparison.ColourOf).ShouldBeUnique();
    }

    [Fact]
    public void Of_FailedOrPartialRun_SaysSoOnTop()
    {
        HtmlReport.Of(new RunReport(Rows.Result("stopped <from> outside", Rest)))
            .ShouldContain("<p class='bad'>Partial: stopped &lt;from&gt; outside.</p>");
        HtmlReport.Of(new RunReport(Rows.Result(null, Rows.Row("rest unknown 1MB x4", Rows.Iteration(1, (1, Outcome.Wrong))))))
            .ShouldContain("class='failed");
    }

    [Fact]
    public void Of_NothingMeasured_IsStillAPage() => HtmlReport.Of(new RunReport(Rows.Result("stopped", []))).ShouldEndWith("</html>\n");

    private static Iteration[] Iterations(double milliseconds) =>
    [
        .. Enumerable.Range(1, 3).Select(repeat =>
            Rows.Iteration(repeat, [.. Enumerable.Range(0, 40).Select(i => (milliseconds + i % 7 + repeat, Outcome.Ok))])),
    ];

    [GeneratedRegex("(src|href)=|url\\(|@import|<script")]
    private static partial Regex External();

    [GeneratedRegex("<title>([^<]*)</title></circle>")]
    private static partial Regex Hover();

    [GeneratedRegex("<svg.*?</svg>", RegexOptions.Singleline)]
    private static partial Regex Chart();
}
