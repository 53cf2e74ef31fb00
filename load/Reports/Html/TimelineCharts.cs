using Load.Monitoring;

namespace Load.Reports.Html;

/// <summary>Both processes over the whole run: processors, threads, memory.</summary>
internal static class TimelineCharts
{
    public static IEnumerable<string> Of(IReadOnlyList<MonitorSample> timeline)
    {
        if (timeline.Count < 2)
        {
            yield break;
        }

        yield return Chart(timeline, "Processors busy", Processors);
        yield return Chart(timeline, "Threads", (now, _, _) => now.Threads);
        yield return Chart(timeline, "Working set, MB", (now, _, _) => now.WorkingSet / 1e6);
    }

    private static string Chart(IReadOnlyList<MonitorSample> timeline, string title, Func<ProcessUsage, ProcessUsage, double, double> value) => new LineChart
    {
        Title = title,
        XLabel = "seconds since the start of the service",
        Series =
        [
            new Series("service", 3, Points(timeline, sample => sample.Service, value)),
            new Series("lab", 4, Points(timeline, sample => sample.Lab, value)),
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

    /// <summary>CPU time is counted in steps of 10 ms on Linux: over a shorter while it means nothing.</summary>
    private static double Processors(ProcessUsage now, ProcessUsage before, double seconds) =>
        seconds < 0.05 ? 0 : Math.Clamp((now.Cpu - before.Cpu).TotalSeconds / seconds, 0, Environment.ProcessorCount);
}
