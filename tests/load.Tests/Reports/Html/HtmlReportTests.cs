using System.Text.RegularExpressions;
using System.Xml.Linq;
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

    [GeneratedRegex("<svg.*?</svg>", RegexOptions.Singleline)]
    private static partial Regex Chart();
}
