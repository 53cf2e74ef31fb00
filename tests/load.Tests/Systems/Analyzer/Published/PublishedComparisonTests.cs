using Load.Measuring;
using Load.Measuring.Findings;
using Load.Systems.Analyzer.Published;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Systems.Analyzer.Published;

public sealed class PublishedComparisonTests
{
    private static readonly CapacityEstimate TwoCores = new(Cores: 2, MemoryBytes: 16_000_000_000);

    [Fact]
    public void Figures_All_AreOfCasesThatTheMatrixMeasures()
    {
        var cases = MatrixSuite.Create(new AnalyzerRequest(), TwoCores).Feasible().Cases;

        FirstSystem.Figures.ShouldAllBe(figure => cases.Any(figure.IsOf));
        FirstSystem.Figures.Where(figure => figure.Transport is not null).ShouldAllBe(figure => cases.Count(figure.IsOf) == 1);
    }

    [Fact]
    public void Of_MeasuredFigure_StandsBesideThePublishedOneWithTheirRatio()
    {
        var section = Compare(RowOf("grpc", 100, 1_000_000, [(100, Outcome.Ok)], [(110, Outcome.Ok)]));

        var line = Cells(section, "grpc", "100", "unknown", "default");
        line["published"].ShouldBe("1,012…1,448");
        line["measured here"].ShouldBe("105 ± 63.5, void"); // 12.706·√50/√2
        line["ratio"].ShouldBe("0.087× (0.029…0.167)"); // 105 to the middle; 41.5/1448 to 168.5/1012
        Cells(section, "rest", "100", "unknown", "50")["measured here"].ShouldBe("not measured");
        section.Sentences.ShouldContain(sentence => sentence.Contains("2 cores and 2 GB"));
        section.Sentences.ShouldContain(sentence => sentence.Contains("stub"));
    }

    [Fact]
    public void Of_TimedOutUploads_AreCountedAgainstThePublishedShare()
    {
        var section = Compare(RowOf(
            "rest", 50, 100_000_000, [(100, Outcome.TimedOut), (100, Outcome.Ok), (100, Outcome.Ok), (100, Outcome.Ok)]));

        var line = Cells(section, "rest (not said)", "50", "unknown", "default");
        line["published"].ShouldBe("27 of 50");
        line["measured here"].ShouldBe("1 of 4");
        line["ratio"].ShouldBe("0.463×");
    }

    [Fact]
    public void Of_OtherRows_HasNothingToCompare() =>
        PublishedComparison.Of(Rows.Result(null, Rows.Row("rest unknown 1MB x4", Rows.Iteration(1, (10, Outcome.Ok))))).ShouldBeEmpty();

    private static ReportSection Compare(CaseResult row) => PublishedComparison.Of(Rows.Result(null, row)).ShouldHaveSingleItem();

    private static Dictionary<string, string> Cells(ReportSection section, string over, string instances, string file, string minimum) =>
        section.Table.Lines
            .Select(line => section.Table.Headings.Zip(line.Cells).ToDictionary(cell => cell.First.Text, cell => cell.Second))
            .Single(line => line["over"] == over && line["instances"] == instances && line["file"] == file && line["minimum"] == minimum);

    private static CaseResult RowOf(string transport, int callers, long size, params (double, Outcome)[][] iterations) => new(
        Rows.Unknown(callers, transport, size, ThreadMinimum.All[0]),
        [.. iterations.Select((requests, i) => Rows.Iteration(i + 1, requests))]);
}
