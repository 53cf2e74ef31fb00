using System.Globalization;
using Load.Measuring;

namespace Load.Reports.Html;

/// <summary>
/// Latency by percentile, with an axis that gives every further nine the same room (as HdrHistogram's plots have it), and around each line
/// the 95 % interval that the number of samples allows.
/// </summary>
internal static class SpectrumChart
{
    private const int StepsPerNine = 12;

    private static readonly (double X, string Label)[] Percentiles =
        [(0, "min"), (Nines(0.5), "p50"), (1, "p90"), (2, "p99"), (3, "p99.9"), (4, "p99.99"), (5, "p99.999")];

    /// <returns>Empty where nothing was timed.</returns>
    public static string Of(ComparedSubject subject, SideBySide comparison)
    {
        var series = subject.Rows.Where(row => row.Latencies.Count > 1).Select(row => SeriesOf(row, comparison)).ToArray();
        if (series.Length == 0)
        {
            return "";
        }

        var end = series.SelectMany(s => s.Points).Max(point => point.X);
        return new LineChart
        {
            Title = subject.Name,
            XLabel = "percentile; latency in ms",
            Series = series,
            LogarithmicY = true,
            XText = PercentileAt,
            YUnit = " ms",
            XTicks = [.. Percentiles.Where(tick => tick.X <= end)],
        }.ToSvg();
    }

    private static Series SeriesOf(CaseResult row, SideBySide comparison)
    {
        var latencies = row.Latencies;
        var points = Enumerable.Range(0, (int)(StepsPerNine * Nines(1 - 1.0 / latencies.Count)) + 1)
            .Select(step => (double)step / StepsPerNine)
            .Select(nines => (Nines: nines, Percentile: latencies.At(nines == 0 ? double.Epsilon : 1 - Math.Pow(10, -nines))!))
            .ToArray();
        return new Series(comparison.VariantOf(row), comparison.ColourOf(row),
            [.. points.Select(point => (point.Nines, point.Percentile.Value.TotalMilliseconds))])
        {
            Band =
            [
                .. points.Where(point => point.Nines > 0 && point.Percentile is { Low: not null, High: not null })
                    .Select(point => (point.Nines, point.Percentile.Low!.Value.TotalMilliseconds,
                        point.Percentile.High!.Value.TotalMilliseconds)),
            ],
        };
    }

    /// <summary>In as many digits as tell it from 100.</summary>
    private static string PercentileAt(double nines) => nines == 0 ? "min" : "p" +
        (100 - Math.Pow(10, 2 - nines)).ToString($"0.{new string('#', (int)Math.Ceiling(nines) - 1)}", CultureInfo.InvariantCulture);

    private static double Nines(double quantile) => -Math.Log10(1 - quantile);
}
