using System.Globalization;
using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Findings;

/// <summary>The time that a hop adds without queues: at half of the knee of the analyzer alone.</summary>
internal static class HalfSection
{
    private const double MaxTail = 2;

    private static readonly TimeSpan MaxMedian = TimeSpan.FromMilliseconds(0.1);

    /// <returns>Empty when nothing was measured there.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var hops = HopFigures.Of<LoadShape.Open>(result).Where(hop => hop.Direct is not null).ToArray();
        return hops.Length == 0 ? [] : [new ReportSection(
            "At half of the direct knee",
            "Times in ms. 'more' is the median through the hop less the median without it, 'p99 of direct' how many times the p99 " +
            "without it; both with 95 % intervals over paired repeats.",
            new TextTable(
                [
                    new("row", true), new("through", true), new("rate/s"), new("p50"), new("p50 direct"), new("more"), new("p99"),
                    new("p99 direct"), new("p99 of direct"),
                ],
                [.. hops.Select(Line)]))
        {
            Sentences = [.. hops.Where(hop => hop.Transport == GatewayTransports.Rest).SelectMany(Sentences)],
        }];
    }

    private static TextTable.Line Line(HopFigures hop) => new(
    [
        hop.Subject, hop.Transport, Format.Digits(hop.Row.Rate?.Mean), Time(hop.Row, 0.5), Time(hop.Direct!, 0.5), More(hop) is { } more
            ? string.Create(CultureInfo.InvariantCulture, $"{more.Mean:0.000} ({more.Low:0.000}…{more.High:0.000})") : "-",
        Time(hop.Row, 0.99), Time(hop.Direct!, 0.99), Tail(hop)?.ToString() ?? "-",
    ]);

    private static IEnumerable<string> Sentences(HopFigures hop)
    {
        if (Tail(hop) is { } tail)
        {
            var claim = $"{hop.Row.Case.Name} has {tail} the p99 of the analyzer alone";
            yield return $"{new Bar(claim, tail, MaxTail, IsMin: false) { Rows = [hop.Row, hop.Direct!] }}";
        }

        if (More(hop) is { } more)
        {
            var claim = $"{hop.Row.Case.Name}: the hop adds {Format.Digits(more.Mean)} ms to the median";
            yield return $"{new FigureBar(claim, more, MaxMedian.TotalMilliseconds, "ms") { Rows = [hop.Row, hop.Direct!] }}";
        }
    }

    /// <summary>Milliseconds.</summary>
    private static Estimate? More(HopFigures hop) => Estimate.Of(
    [
        .. hop.Direct!.Iterations.Join(hop.Row.Iterations, one => one.Repeat, one => one.Repeat, (direct, through) =>
                (through.Percentile(0.5) - direct.Percentile(0.5))?.TotalMilliseconds).OfType<double>(),
    ]);

    private static Ratio? Tail(HopFigures hop) => hop.Row.RatioTo(hop.Direct!, iteration => iteration.Percentile(0.99)?.TotalSeconds);

    private static string Time(CaseResult row, double quantile) => Format.Milliseconds(row.Latencies.At(quantile)?.Value);
}
