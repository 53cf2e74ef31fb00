using System.Diagnostics;
using Load.Measured;
using Load.Recording;
using Load.Statistics;

namespace Load.Reports.Html;

/// <summary>
/// What a thread pool did in one slot, on one time axis: its threads, the work waiting for one, and the p99 of the requests sent meanwhile. One for each
/// variant of a subject, all to the same scale.
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

    private PoolChart(SideBySide.Subject subject, SideBySide comparison, RunResult result)
    {
        (_comparison, _result) = (comparison, result);
        _x = Scale.Linear(0, subject.Rows.Max(row => SecondsOf(row.Slots[0])), Left, Width - Right);
        var most = subject.Rows.SelectMany(row => PanelsOf(row.Slots[0]).Select((points, panel) => (Panel: panel, Most: points.Select(point => point.Y).DefaultIfEmpty().Max())))
            .GroupBy(panel => panel.Panel, panel => panel.Most).Select(panel => panel.Max()).ToArray();
        _y = [.. most.Select((value, panel) => Scale.Linear(0, 1.08 * Math.Max(value, 1), TopOf(panel) + PanelHeight, TopOf(panel)))];
    }

    public static IEnumerable<string> Of(SideBySide.Subject subject, SideBySide comparison, RunResult result)
    {
        var chart = new PoolChart(subject, comparison, result);
        return subject.Rows.Select(chart.Draw);
    }

    private string Draw(Row row)
    {
        var slot = row.Slots[0];
        var variant = _comparison.VariantOf(row);
        var title = $"{_comparison.DimensionName} {variant}{(row.ServiceMinThreads is { } minimum && $"{minimum}" != variant ? $" ({minimum})" : "")}";
        var svg = new Svg(Width, TopOf(PanelNames.Length) + Bottom - PanelGap, $"{row.Cell.Name}");
        svg.Text(0, 14, title, style: "title");
        foreach (var starved in Starvation.Of(slot.Pool, _result.Timeline, _result.Environment.Cores))
        {
            var (from, to) = (_x.Map((starved.From - slot.StartedAt).TotalSeconds), _x.Map((starved.To - slot.StartedAt).TotalSeconds));
            svg.Polygon([(from, Top), (to, Top), (to, TopOf(PanelNames.Length) - PanelGap), (from, TopOf(PanelNames.Length) - PanelGap)], "starved");
        }

        foreach (var (points, panel) in PanelsOf(slot).Select((points, panel) => (points, panel)))
        {
            DrawPanel(svg, panel, points, Palette.Of(variant, _comparison));
        }

        foreach (var tick in _x.Ticks())
        {
            svg.Text(_x.Map(tick), TopOf(PanelNames.Length) - PanelGap + 16, $"{Units.Axis(tick)} s", "middle");
        }

        return svg.ToString();
    }

    private void DrawPanel(Svg svg, int panel, IReadOnlyList<(double X, double Y)> points, int colour)
    {
        foreach (var tick in _y[panel].Ticks())
        {
            svg.Line(Left, _y[panel].Map(tick), Width - Right, _y[panel].Map(tick), "grid");
            svg.Text(Left - 6, _y[panel].Map(tick) + 4, Units.Axis(tick), "end");
        }

        svg.Line(Left, TopOf(panel) + PanelHeight, Width - Right, TopOf(panel) + PanelHeight, "axis");
        svg.Polyline(points.Select(point => (_x.Map(point.X), _y[panel].Map(point.Y))), $"line c{colour}");
        svg.Text(Left + 6, TopOf(panel) + 10, PanelNames[panel], style: "label");
    }

    private static int TopOf(int panel) => Top + panel * (PanelHeight + PanelGap);

    private static double SecondsOf(Slot slot) => Math.Max(slot.Window.TotalSeconds, slot.Pool.Select(pool => (pool.Time - slot.StartedAt).TotalSeconds).DefaultIfEmpty().Max());

    private static IReadOnlyList<(double X, double Y)>[] PanelsOf(Slot slot) =>
    [
        [.. slot.Pool.Select(pool => ((pool.Time - slot.StartedAt).TotalSeconds, (double)pool.Threads))],
        [.. slot.Pool.Select(pool => ((pool.Time - slot.StartedAt).TotalSeconds, (double)pool.Queue))],
        [.. P99(slot)],
    ];

    private static IEnumerable<(double X, double Y)> P99(Slot slot)
    {
        var length = slot.Window.TotalSeconds / Stretches;
        return slot.Samples.Where(sample => sample.Outcome == Outcome.Ok)
            .GroupBy(sample => (int)((double)(sample.Start - slot.Started) / Stopwatch.Frequency / length))
            .OrderBy(stretch => stretch.Key)
            .Select(stretch => ((stretch.Key + 0.5) * length, new Latencies(stretch.Select(sample => sample.Latency)).At(0.99)!.Value.TotalMilliseconds));
    }
}
