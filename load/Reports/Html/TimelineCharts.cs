using Load.Machine;
using Load.Measuring;
using Load.Statistics;

namespace Load.Reports.Html;

/// <summary>All processes over the whole run: processors, threads, memory.</summary>
internal static class TimelineCharts
{
    /// <summary>More would lie on top of each other.</summary>
    private const int MaxPoints = 300;

    /// <summary>Colours of the style sheet; the first process has that of the first variant.</summary>
    private const int FirstProcess = 3;

    private const int Lab = 4;

    public static IEnumerable<string> Of(IReadOnlyList<MonitorSample> timeline, IReadOnlyList<CaseResult> rows)
    {
        if (timeline.Count < 2)
        {
            yield break;
        }

        (double, string)[] marks =
        [
            .. rows.SelectMany(row => row.Iterations.Where(iteration => iteration.Repeat == 1)
                .Select(iteration => ((iteration.StartedAt - timeline[0].Time).TotalSeconds, row.Case.Name))),
        ];
        yield return Chart(timeline, marks, "Processors busy", Processors, Enumerable.Average);
        yield return Chart(timeline, marks, "Threads", (now, _, _) => now.Threads, Enumerable.Max);
        yield return Chart(timeline, marks, "Working set, MB", (now, _, _) => now.WorkingSet / 1e6, Enumerable.Max);
    }

    private static string Chart(
        IReadOnlyList<MonitorSample> timeline, IReadOnlyList<(double X, string Name)> marks, string title,
        Func<ProcessUsage, ProcessUsage, double, double> value, Func<IEnumerable<double>, double> together)
    {
        var processes = timeline.SelectMany(sample => sample.Processes.Keys).Distinct();
        return new LineChart
        {
            Title = title,
            XLabel = "seconds since the start of the system",
            XText = seconds => $"{Format.Axis(Math.Round(seconds, 1))} s",
            NamedMarks = marks,
            Series =
            [
                .. processes.Select((process, i) => new Series(
                    process, i == 0 ? FirstProcess : SideBySide.Palette[1 + (i - 1) % (SideBySide.Palette.Count - 1)],
                    Thinned(Points(timeline, sample => sample.Processes.GetValueOrDefault(process), value), together))),
                new Series("load", Lab, Thinned(Points(timeline, sample => sample.Lab, value), together)),
            ],
        }.ToSvg();
    }

    private static IReadOnlyList<(double X, double Y)> Points(
        IReadOnlyList<MonitorSample> timeline, Func<MonitorSample, ProcessUsage?> process,
        Func<ProcessUsage, ProcessUsage, double, double> value) =>
    [
        .. timeline.Zip(timeline.Skip(1))
            .Where(pair => process(pair.First) is not null && process(pair.Second) is not null)
            .Select(pair => (
                (pair.Second.Time - timeline[0].Time).TotalSeconds,
                value(process(pair.Second)!, process(pair.First)!, (pair.Second.Time - pair.First.Time).TotalSeconds))),
    ];

    private static IReadOnlyList<(double X, double Y)> Thinned(
        IReadOnlyList<(double X, double Y)> points, Func<IEnumerable<double>, double> together) =>
        points.Count <= MaxPoints ? points
        : [
            .. points.Chunk((points.Count + MaxPoints - 1) / MaxPoints)
                .Select(chunk => (chunk[0].X, together(chunk.Select(point => point.Y)))),
        ];

    /// <summary>CPU time is counted in steps of 10 ms on Linux: over a shorter while it means nothing.</summary>
    private static double Processors(ProcessUsage now, ProcessUsage before, double seconds) =>
        seconds < 0.05 ? 0 : Math.Clamp((now.Cpu - before.Cpu).TotalSeconds / seconds, 0, Environment.ProcessorCount);
}
