using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Published;

/// <summary>Published, measured here, and how they compare.</summary>
internal static class PublishedComparison
{
    private const string NotMeasured = "not measured";

    /// <returns>Empty when nothing of it was measured.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var pairs = (
            from figure in FirstSystem.Figures
            from transport in figure.Transport is { } one ? [one] : TransportCatalog.Usual
            select (Figure: figure, Transport: transport, Row: result.Rows.FirstOrDefault(row =>
                row.Case[AnalyzerDimensions.Transport] == transport && figure.IsOf(row.Case)))).ToArray();
        return pairs.All(pair => pair.Row is null) ? [] : [new ReportSection(
            "Against the first system",
            $"Published: {FirstSystem.Source}. Mean times in ms; measured with the 95 % interval over the repeats, and so the ratio " +
            "(below 1: faster here).",
            new TextTable(
                [
                    new("file", true), new("size"), new("instances"), new("minimum"), new("over", true), new("figure", true),
                    new("published"), new("measured here"), new("ratio"),
                ],
                [.. pairs.Select(pair => Line(pair.Figure, pair.Transport, pair.Row))]))
        {
            IsPublished = true,
            Sentences = [.. Differences(result)],
        }];
    }

    /// <summary>One figure where both ends look alike.</summary>
    public static string Range(double low, double high) =>
        Format.Digits(low) == Format.Digits(high) ? Format.Digits(low) : $"{Format.Digits(low)}…{Format.Digits(high)}";

    private static TextTable.Line Line(PublishedFigure figure, string transport, CaseResult? row)
    {
        var (published, measured, ratio) = figure switch
        {
            { Mean: { } mean } => (
                Range(mean.Low, mean.High), Measured(row?.MeanLatency) + (row is { IsValid: false } ? ", void" : ""),
                MeanRatio(row?.MeanLatency, mean)),
            { TimedOut: { } lost } => (
                $"{lost.Count} of {lost.Of}",
                row is null ? NotMeasured : $"{Format.Count(row.TimedOut)} of {Format.Count(row.Units)}", LossRatio(row, lost)),
            _ => ("", "", ""),
        };
        return new TextTable.Line(
            [
                figure.Operation, Format.Bytes(figure.Size), Format.Count(figure.Instances), figure.Minimum,
                figure.Transport ?? $"{transport} (not said)", figure.Mean is null ? "timed out" : "mean", published, measured, ratio,
            ],
            Starts: transport == TransportCatalog.Usual[0]);
    }

    private static string Measured(Estimate? mean) => mean is null ? NotMeasured
        : mean.HalfWidth is { } half ? $"{Format.Digits(mean.Mean)} ± {Format.Digits(half)}"
        : Format.Digits(mean.Mean);

    /// <summary>The ratio to the middle of the published interval, and the range between the ends of both intervals.</summary>
    private static string MeanRatio(Estimate? measured, (double Low, double High) published) => measured is null ? "" : new Ratio(
        measured.Mean / Math.Sqrt(published.Low * published.High),
        measured.HalfWidth is null ? null : Math.Max(0, measured.Low) / published.High,
        measured.HalfWidth is null ? null : measured.High / published.Low).ToString();

    private static string LossRatio(CaseResult? row, (int Count, int Of) lost) =>
        row is not { Units: > 0 } ? "" : $"{Format.Digits((double)row.TimedOut / row.Units / ((double)lost.Count / lost.Of))}×";

    private static IEnumerable<string> Differences(RunResult result)
    {
        var environment = result.Environment;
        yield return $"What differs: theirs was a machine of 2 cores and 2 GB, this is one of {environment.Cores} cores and " +
            $"{Format.Bytes(environment.MemoryBytes)} ({environment.Machine}).";
        yield return "Their analysis was a stub; here every byte is hashed and analysed, and the report is on disk before the answer " +
            "goes out.";
        yield return $"They stored in Elasticsearch; here the store was {environment.Service?.Other("store") ?? "not told"}.";
        yield return "Theirs are means of a single run; how often an instance sent is not published. Here an instance sends its next " +
            "file as " +
            "soon as the last one is answered.";
        yield return "Generator and service shared the processors, there as here.";
    }
}
