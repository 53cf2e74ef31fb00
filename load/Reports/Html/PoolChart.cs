using System.Diagnostics;
using Load.Measuring;
using Load.Statistics;

namespace Load.Reports.Html;

/// <summary>
/// A thread pool during one iteration, on one time axis: its threads, the work waiting for one, and the p99 of the requests sent
/// meanwhile. One for each variant of a subject, all to the same scale.
/// </summary>
internal sealed class PoolChart
{
    private const int Width = 390;
    private const int Left = 52;
    private const int Right = 10;
    private const int Top = 34;
    private const int PanelHeight = 84;
    private const int PanelGap = 18;
    private const int Bottom = 30;
    private const int Stretches = 40;

    private static readonly string[] PanelNames = ["threads", "queue", "p99 ms"];

    private readonly SideBySide _comparison;
    private readonly RunResult _result;
    private readonly Scale _x;
    private readonly Scale[] _y;

    private PoolChart(ComparedSubject subject, SideBySide comparison, RunResult result)
    {
        (_comparison, _result) = (comparison, result);
        _x = Scale.Linear(0, subject.Rows.Max(row => SecondsOf(row.Iterations[0])), Left, Width - Right);
        var most = subject.Rows.SelectMany(row => PanelsOf(row.Iterations[0]).Select((points, panel) => (Panel: panel,
            Most: points.Select(point => point.Y).DefaultIfEmpty().Max())))
            .GroupBy(panel => panel.Panel, panel => panel.Most).Select(panel => panel.Max()).ToArray();
        _y = [.. most.Select((value, panel) => Scale.Linear(0, 1.08 * Math.Max(value, 1), TopOf(panel) + PanelHeight, TopOf(panel)))];
    }

    public static IEnumerable<string> Of(ComparedSubject subject, SideBySide comparison, RunResult result)
    {
        var chart = new PoolChart(subject, comparison, result);
        return subject.Rows.Select(chart.Draw);
    }

    private string Draw(CaseResult row)
    {
        var iteration = row.Iterations[0];
        var variant = _comparison.VariantOf(row);
        var readBack = row.ServiceMinThreads is { } minimum && $"{minimum}" != variant ? $" ({minimum})" : "";
        var title = $"{_comparison.Words} {variant}{readBack}";
        var svg = new Svg(Width, TopOf(PanelNames.Length) + Bottom - PanelGap, $"{row.Case.Name}");
        svg.Text(0, 14, title, style: "title");
        foreach (var starved in Starvation.Of(iteration.Pool, _result.Timeline, _result.Environment.Cores))
        {
            var from = _x.Map((starved.From - iteration.StartedAt).TotalSeconds);
            var to = _x.Map((starved.To - iteration.StartedAt).TotalSeconds);
            svg.Polygon([(from, Top), (to, Top), (to, TopOf(PanelNames.Length) - PanelGap), (from, TopOf(PanelNames.Length) - PanelGap)],
                "starved");
        }

        foreach (var (points, panel) in PanelsOf(iteration).Select((points, panel) => (points, panel)))
        {
            DrawPanel(svg, panel, points, _comparison.ColourOf(row));
        }

        foreach (var tick in _x.Ticks())
        {
            svg.Text(_x.Map(tick), TopOf(PanelNames.Length) - PanelGap + 16, $"{Format.Axis(tick)} s", "middle");
        }

        return svg.ToString();
    }

    private void DrawPanel(Svg svg, int panel, IReadOnlyList<(double X, double Y)> points, int colour)
    {
        foreach (var tick in _y[panel].Ticks())
        {
            svg.Line(Left, _y[panel].Map(tick), Width - Right, _y[panel].Map(tick), "grid");
            svg.Text(Left - 6, _y[panel].Map(tick) + 4, Format.Axis(tick), "end");
        }

        svg.Line(Left, TopOf(panel) + PanelHeight, Width - Right, TopOf(panel) + PanelHeight, "axis");
        svg.Polyline(points.Select(point => (_x.Map(point.X), _y[panel].Map(point.Y))), $"line c{colour}");
        svg.Text(Left + 6, TopOf(panel) + 10, PanelNames[panel], style: "label");
    }

    private static int TopOf(int panel) => Top + panel * (PanelHeight + PanelGap);

    private static double SecondsOf(Iteration iteration) =>
        Math.Max(iteration.Window.TotalSeconds,
            iteration.Pool.Select(pool => (pool.Time - iteration.StartedAt).TotalSeconds).DefaultIfEmpty().Max());

    private static IReadOnlyList<(double X, double Y)>[] PanelsOf(Iteration iteration) =>
    [
        [.. iteration.Pool.Select(pool => ((pool.Time - iteration.StartedAt).TotalSeconds, (double)pool.Threads))],
        [.. iteration.Pool.Select(pool => ((pool.Time - iteration.StartedAt).TotalSeconds, (double)pool.Queue))],
        [.. P99(iteration)],
    ];

    private static IEnumerable<(double X, double Y)> P99(Iteration iteration)
    {
        var length = iteration.Window.TotalSeconds / Stretches;
        return iteration.Samples.Where(sample => sample.Outcome == Outcome.Ok)
            .GroupBy(sample => (int)((double)(sample.Start - iteration.Started) / Stopwatch.Frequency / length))
            .OrderBy(stretch => stretch.Key)
            .Select(stretch => ((stretch.Key + 0.5) * length,
                new Latencies(stretch.Select(sample => sample.Latency)).At(0.99)!.Value.TotalMilliseconds));
    }
}
