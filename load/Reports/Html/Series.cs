namespace Load.Reports.Html;

/// <summary>A line of a chart.</summary>
/// <param name="Name">In the legend.</param>
/// <param name="Colour">Index of the page's palette.</param>
/// <param name="Points">In the order of X.</param>
internal sealed record Series(string Name, int Colour, IReadOnlyList<(double X, double Y)> Points)
{
    /// <summary>A shaded range around the line: X, lower and upper Y.</summary>
    public IReadOnlyList<(double X, double Low, double High)> Band { get; init; } = [];
}
