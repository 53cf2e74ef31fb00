using Load.Measured;
using Load.Statistics;

namespace Load.Reports.Html;

/// <summary>How many times the first transport's figure each other transport has, with intervals: a dot and a whisker per subject.</summary>
internal static class RatioChart
{
    private const int Width = 760;
    private const int Names = 230;
    private const int Numbers = 170;
    private const int LineHeight = 22;
    private const int Top = 40;

    /// <param name="title">Which figure, and which way is better.</param>
    /// <param name="subjects">Rows that differ in the transport only; the first is the baseline.</param>
    /// <param name="figure">Of a slot; null when it has none.</param>
    public static string Of(string title, IEnumerable<IReadOnlyList<Row>> subjects, Func<Slot, double?> figure)
    {
        var ratios = subjects
            .SelectMany(rows => rows.Skip(1).Select(row => (Name: $"{row.Cell.Transport} / {rows[0].Cell.Transport}, {row.Cell.Subject}", Ratio: row.RatioTo(rows[0], figure))))
            .Where(line => line.Ratio is not null)
            .ToArray();
        if (ratios.Length == 0)
        {
            return "";
        }

        var height = Top + LineHeight * ratios.Length + 24;
        var svg = new Svg(Width, height, title);
        svg.Text(0, 14, title, style: "title");
        var x = Scale.Logarithmic(
            ratios.SelectMany(line => (double?[])[line.Ratio!.Value, line.Ratio.Low, line.Ratio.High, 0.8, 1.25]).OfType<double>().Select(value => Math.Clamp(value, 0.1, 10)),
            Names, Width - Numbers);
        foreach (var tick in x.Ticks())
        {
            svg.Line(x.Map(tick), Top - 8, x.Map(tick), height - 20, "grid");
            svg.Text(x.Map(tick), height - 6, $"{Units.Axis(tick)}×", "middle");
        }

        svg.Line(x.Map(1), Top - 8, x.Map(1), height - 20, "axis");
        for (var i = 0; i < ratios.Length; i++)
        {
            Draw(svg, x, Top + LineHeight * i + 8, ratios[i].Name, ratios[i].Ratio!);
        }

        return svg.ToString();
    }

    private static void Draw(Svg svg, Scale x, double y, string name, Ratio ratio)
    {
        var style = ratio.IsDifference ? "c1" : "none";
        svg.Text(0, y + 4, name);
        if (ratio is { Low: { } low, High: { } high })
        {
            svg.Line(x.Map(low), y, x.Map(high), y, $"line {style}");
            svg.Text(Width - Numbers + 10, y + 4, $"{Units.Digits(ratio.Value)}× ({Units.Digits(low)}…{Units.Digits(high)})");
        }
        else
        {
            svg.Text(Width - Numbers + 10, y + 4, $"{Units.Digits(ratio.Value)}×");
        }

        svg.Circle(x.Map(ratio.Value), y, 4, $"dot {style}");
    }
}
