using Load.Monitoring;

namespace Load.Reports.Html;

/// <summary>Both processes over the whole run: processors, threads, memory.</summary>
internal static class TimelineCharts
{
    /// <summary>More would lie on top of each other.</summary>
    private const int MostPoints = 300;

    public static IEnumerable<string> Of(IReadOnlyList<MonitorSample> timeline)
    {
        if (timeline.Count < 2)
        {
            yield break;
        }

        yield return Chart(timeline, "Processors busy", Processors, Enumerable.Average);
        yield return Chart(timeline, "Threads", (now, _, _) => now.Threads, Enumerable.Max);
        yield return Chart(timeline, "Working set, MB", (now, _, _) => now.WorkingSet / 1e6, Enumerable.Max);
    }

    private static string Chart(
        IReadOnlyList<MonitorSample> timeline, string title, Func<ProcessUsage, ProcessUsage, double, double> value, Func<IEnumerable<double>, double> together) => new LineChart
    {
        Title = title,
        XLabel = "seconds since the start of the service",
        Series =
        [
            new Series("service", 3, Thinned(Points(timeline, sample => sample.Service, value), together)),
            new Series("lab", 4, Thinned(Points(timeline, sample => sample.Lab, value), together)),
        ],
    }.ToSvg();

    private static IReadOnlyList<(double X, double Y)> Points(
        IReadOnlyList<MonitorSample> timeline, Func<MonitorSample, ProcessUsage?> process, Func<ProcessUsage, ProcessUsage, double, double> value) =>
    [
        .. timeline.Zip(timeline.Skip(1))
            .Where(pair => process(pair.First) is not null && process(pair.Second) is not null)
            .Select(pair => (
                (pair.Second.Time - timeline[0].Time).TotalSeconds,
                value(process(pair.Second)!, process(pair.First)!, (pair.Second.Time - pair.First.Time).TotalSeconds))),
    ];

    private static IReadOnlyList<(double X, double Y)> Thinned(IReadOnlyList<(double X, double Y)> points, Func<IEnumerable<double>, double> together) =>
        points.Count <= MostPoints ? points : [.. points.Chunk((points.Count + MostPoints - 1) / MostPoints).Select(chunk => (chunk[0].X, together(chunk.Select(point => point.Y))))];

    /// <summary>CPU time is counted in steps of 10 ms on Linux: over a shorter while it means nothing.</summary>
    private static double Processors(ProcessUsage now, ProcessUsage before, double seconds) =>
        seconds < 0.05 ? 0 : Math.Clamp((now.Cpu - before.Cpu).TotalSeconds / seconds, 0, Environment.ProcessorCount);
}
