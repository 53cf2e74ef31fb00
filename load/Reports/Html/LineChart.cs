using Load.Statistics;

namespace Load.Reports.Html;

/// <summary>Lines over a common X axis: frame, grid, ticks, legend.</summary>
internal sealed record LineChart
{
    private const int Width = 400;
    private const int Left = 52;
    private const int Right = 12;
    private const int Bottom = 34;
    private const int LegendLine = 14;
    private const double LetterWidth = 6.5;

    public required string Title { get; init; }

    public required string XLabel { get; init; }

    public required IReadOnlyList<Series> Series { get; init; }

    public bool LogarithmicY { get; init; }

    /// <summary>The marks of the X axis with their labels; the round values when empty.</summary>
    public IReadOnlyList<(double X, string Label)> XTicks { get; init; } = [];

    /// <summary>Vertical lines, such as the borders between repeats.</summary>
    public IReadOnlyList<double> Marks { get; init; } = [];

    /// <summary>Vertical lines that say what begins there, while a pointer is near.</summary>
    public IReadOnlyList<(double X, string Name)> NamedMarks { get; init; } = [];

    /// <summary>How a place on the X axis is told while a pointer is near; the value itself unless said otherwise.</summary>
    public Func<double, string> XText { get; init; } = value => Format.Axis(Math.Round(value, 2));

    /// <summary>The unit of the values while a pointer is near, with a blank before it.</summary>
    public string YUnit { get; init; } = "";

    private int Height => 240 + LegendRoom;

    private int Top => 34 + LegendRoom;

    /// <summary>What the legend needs beyond its first line.</summary>
    private int LegendRoom => LegendLine * Legend().Select(entry => entry.Line).LastOrDefault();

    /// <summary>Points that can be told apart by a pointer.</summary>
    private const int MaxHovers = 60;

    public string ToSvg()
    {
        var svg = new Svg(Width, Height, Title);
        svg.Text(Left, 14, Title, style: "title");
        var xs = Series.SelectMany(series => series.Points).Select(point => point.X).DefaultIfEmpty().ToArray();
        var ys = Series.SelectMany(
            series => series.Points.Select(point => point.Y).Concat(series.Band.SelectMany(band => (double[])[band.Low, band.High])));
        var x = Scale.Linear(xs.Min(), xs.Max(), Left, Width - Right);
        var y = LogarithmicY
            ? Scale.Logarithmic(ys, Height - Bottom, Top)
            : Scale.Linear(0, 1.05 * ys.DefaultIfEmpty().Max(), Height - Bottom, Top);
        DrawFrame(svg, x, y);
        foreach (var series in Series)
        {
            Draw(svg, series, x, y);
        }

        foreach (var series in Series)
        {
            foreach (var point in series.Points.Where((_, i) => i % (1 + series.Points.Count / MaxHovers) == 0))
            {
                var text = $"{series.Name}: {Format.Digits(point.Y)}{YUnit} at {XText(point.X)}";
                svg.Hover(x.Map(point.X), y.Map(point.Y), text);
            }
        }

        foreach (var (at, name) in NamedMarks.Where(mark => mark.X >= xs.Min() && mark.X <= xs.Max()))
        {
            svg.Line(x.Map(at), Top, x.Map(at), Height - Bottom, "mark");
            svg.Hover(x.Map(at), Top, name);
        }

        DrawLegend(svg);
        return svg.ToString();
    }

    private static void Draw(Svg svg, Series series, Scale x, Scale y)
    {
        if (series.Band.Count > 1)
        {
            svg.Polygon(
                series.Band.Select(band => (x.Map(band.X), y.Map(band.High)))
                    .Concat(series.Band.Reverse().Select(band => (x.Map(band.X), y.Map(band.Low)))),
                $"band c{series.Colour}");
        }

        svg.Polyline(series.Points.Select(point => (x.Map(point.X), y.Map(point.Y))), $"line c{series.Colour}");
    }

    private void DrawFrame(Svg svg, Scale x, Scale y)
    {
        foreach (var tick in y.Ticks())
        {
            svg.Line(Left, y.Map(tick), Width - Right, y.Map(tick), "grid");
            svg.Text(Left - 6, y.Map(tick) + 4, Format.Axis(tick), "end");
        }

        foreach (var mark in Marks)
        {
            svg.Line(x.Map(mark), Top, x.Map(mark), Height - Bottom, "mark");
        }

        DrawXTicks(svg, x);
        svg.Line(Left, Height - Bottom, Width - Right, Height - Bottom, "axis");
        svg.Text(Width - Right, Height - 4, XLabel, "end", "label");
    }

    /// <summary>
    /// Labels are placed from the right, where the rare values are: a label that would overlap the next one is left out.
    /// </summary>
    private void DrawXTicks(Svg svg, Scale x)
    {
        var free = (double)Width;
        foreach (var (value, label) in (XTicks.Count > 0 ? XTicks : [.. x.Ticks().Select(tick => (tick, Format.Axis(tick)))]).Reverse())
        {
            svg.Line(x.Map(value), Height - Bottom, x.Map(value), Height - Bottom + 4, "axis");
            var width = LetterWidth * label.Length;
            var right = Math.Min(x.Map(value) + width / 2, Width);
            if (right <= free)
            {
                svg.Text(right - width / 2, Height - Bottom + 16, label, "middle");
                free = right - width - LetterWidth;
            }
        }
    }

    private void DrawLegend(Svg svg)
    {
        foreach (var (series, x, line) in Legend())
        {
            var y = 24 + LegendLine * line;
            svg.Line(x, y, x + 16, y, $"line c{series.Colour}");
            svg.Text(x + 20, y + 4, series.Name);
        }
    }

    /// <summary>A name that does not fit its line begins the next one.</summary>
    private IEnumerable<(Series Series, double X, int Line)> Legend()
    {
        var (x, line) = ((double)Left, 0);
        foreach (var series in Series)
        {
            var width = 20 + LetterWidth * series.Name.Length;
            if (x > Left && x + width > Width)
            {
                (x, line) = (Left, line + 1);
            }

            yield return (series, x, line);
            x += width + 12;
        }
    }
}

/// <summary>A line of a chart.</summary>
/// <param name="Name">In the legend.</param>
/// <param name="Colour">Index of the page's palette.</param>
/// <param name="Points">In the order of X.</param>
internal sealed record Series(string Name, int Colour, IReadOnlyList<(double X, double Y)> Points)
{
    /// <summary>A shaded range around the line: X, lower and upper Y.</summary>
    public IReadOnlyList<(double X, double Low, double High)> Band { get; init; } = [];
}
