using Load.Measuring;
using Load.Statistics;

namespace Load.Reports.Html;

/// <summary>
/// How many times the first variant's figure each other variant has, with intervals: a dot and a whisker for each, subject by subject.
/// </summary>
internal static class RatioChart
{
    private const int Plot = 380;
    private const int Numbers = 170;
    private const int LineHeight = 20;
    private const int Top = 40;
    private const int Bottom = 24;

    /// <summary>Whiskers beyond this are cut off.</summary>
    private const double Most = 20;

    /// <summary>The width of a letter in the page's chart font, on the generous side.</summary>
    private const double Letter = 6.3;

    /// <param name="title">The figure's name, and which way is better.</param>
    /// <param name="subjects">Each with the variants to set against each other.</param>
    /// <param name="comparison">The comparison that they are part of.</param>
    /// <param name="figure">The iteration's figure, or null.</param>
    public static string Of(string title, IEnumerable<ComparedSubject> subjects, SideBySide comparison, Func<Iteration, double?> figure)
    {
        var lines = subjects.SelectMany(subject => subject.Rows.Skip(1).Select(row => (
                Subject: subject.Name,
                Variants: $"{comparison.VariantOf(row)} / {comparison.VariantOf(subject.Rows[0])}",
                Ratio: row.RatioTo(subject.Rows[0], figure),
                IsVoid: !row.IsValid || !subject.Rows[0].IsValid)))
            .Where(line => line.Ratio is not null).ToArray();
        if (lines.Length == 0)
        {
            return "";
        }

        var names = Letter * lines.Max(line => line.Subject.Length) + 14;
        var left = names + Letter * lines.Max(line => line.Variants.Length) + 14;
        var height = Top + LineHeight * lines.Length + Bottom;
        var svg = new Svg((int)left + Plot + Numbers, height, title);
        svg.Text(0, 14, title, style: "title");
        var x = Scale.Logarithmic(
            lines.SelectMany(line => (double?[])[line.Ratio!.Value, line.Ratio.Low, line.Ratio.High, 0.8, 1.25]).OfType<double>()
                .Select(value => Math.Clamp(value, 1 / Most, Most)),
            left, left + Plot);
        foreach (var tick in x.Ticks())
        {
            svg.Line(x.Map(tick), Top - 8, x.Map(tick), height - Bottom + 4, "grid");
            svg.Text(x.Map(tick), height - 6, $"{Format.Axis(tick)}×", "middle");
        }

        svg.Line(x.Map(1), Top - 8, x.Map(1), height - Bottom + 4, "axis");
        for (var i = 0; i < lines.Length; i++)
        {
            var y = Top + LineHeight * i + 8;
            if (i == 0 || lines[i - 1].Subject != lines[i].Subject)
            {
                svg.Text(0, y + 4, lines[i].Subject);
            }

            svg.Text(names, y + 4, lines[i].Variants, style: "label");
            Draw(svg, x, y, left + Plot + 10, lines[i].Ratio!, lines[i].IsVoid);
            svg.Hover(x.Map(lines[i].Ratio!.Value), y, $"{lines[i].Subject}, {lines[i].Variants}: {lines[i].Ratio}");
        }

        // Shrunk to a telephone, its letters could not be read.
        return $"<div class='wide' tabindex='0' role='group' aria-label='Chart'>{svg}</div>";
    }

    private static void Draw(Svg svg, Scale x, double y, double numbers, Ratio ratio, bool isVoid)
    {
        var style = ratio.IsDifference && !isVoid ? "c1" : "none";
        if (ratio is { Low: { } low, High: { } high })
        {
            svg.Line(x.Map(low), y, x.Map(high), y, $"line {style}");
        }

        svg.Text(numbers, y + 4, $"{ratio}{(isVoid ? " void" : "")}");
        svg.Circle(x.Map(ratio.Value), y, 4, $"dot {style}");
    }
}
