using System.Diagnostics;
using Load.Measuring;
using Load.Statistics;

namespace Load.Reports.Html;

/// <summary>Latency over time, the repeats one after the other: the median of each stretch, and from its p5 to its p95 a band.</summary>
internal static class LatencyChart
{
    private const int StretchesPerIteration = 20;

    public static string Of(ComparedSubject subject, SideBySide comparison)
    {
        // Repeats of a benchmark end when they like: the longest gives all of them their room.
        var iteration = subject.Rows.SelectMany(row => row.Iterations).Max(one => one.Window.TotalSeconds);
        return new LineChart
        {
            Title = subject.Name,
            XLabel = "seconds, repeat after repeat; latency in ms",
            Series = [.. subject.Rows.Select(row => SeriesOf(row, comparison, iteration))],
            LogarithmicY = true,
            XText = seconds => $"{Format.Axis(Math.Round(seconds, 2))} s",
            YUnit = " ms",
            Marks = [.. Enumerable.Range(1, subject.Rows.Max(row => row.Iterations.Count) - 1).Select(repeat => repeat * iteration)],
        }.ToSvg();
    }

    private static Series SeriesOf(CaseResult row, SideBySide comparison, double room)
    {
        var stretches = row.Iterations.SelectMany((iteration, index) => Stretches(iteration, index * room)).ToArray();
        return new Series(
            comparison.VariantOf(row), comparison.ColourOf(row), [.. stretches.Select(stretch => (stretch.X, stretch.Median))])
        {
            Band = [.. stretches.Select(stretch => (stretch.X, stretch.Low, stretch.High))],
        };
    }

    private static IEnumerable<(double X, double Low, double Median, double High)> Stretches(Iteration iteration, double from)
    {
        var seconds = iteration.Window.TotalSeconds;
        var length = seconds / StretchesPerIteration;
        return iteration.Samples
            .Where(sample => sample.Outcome == Outcome.Ok)
            .GroupBy(sample => Math.Min((int)((double)(sample.Start - iteration.Started) / Stopwatch.Frequency / length),
                StretchesPerIteration - 1))
            .OrderBy(stretch => stretch.Key)
            .Select(stretch =>
            {
                var sorted = stretch.Select(sample => sample.Latency * 1e3 / Stopwatch.Frequency).Order().ToArray();
                double At(double quantile) => sorted[(int)(quantile * (sorted.Length - 1))];
                return (from + (stretch.Key + 0.5) * length, At(0.05), At(0.5), At(0.95));
            });
    }
}
