using System.Globalization;
using System.Net;
using System.Text;

namespace Load.Reports.Html;

/// <summary>
/// Writes one inline SVG. Colours come from the page's style sheet by class, so that they follow the reader's light or dark mode.
/// </summary>
internal sealed class Svg(int width, int height, string title)
{
    private readonly StringBuilder _elements = new();

    public void Line(double x1, double y1, double x2, double y2, string style) =>
        Append($"<line x1='{x1:0.#}' y1='{y1:0.#}' x2='{x2:0.#}' y2='{y2:0.#}' class='{style}'/>");

    public void Polyline(IEnumerable<(double X, double Y)> points, string style) =>
        Append($"<polyline points='{Points(points)}' class='{style}'/>");

    public void Polygon(IEnumerable<(double X, double Y)> points, string style) =>
        Append($"<polygon points='{Points(points)}' class='{style}'/>");

    public void Circle(double x, double y, double radius, string style) =>
        Append($"<circle cx='{x:0.#}' cy='{y:0.#}' r='{radius:0.#}' class='{style}'/>");

    /// <summary>Shows a text while a pointer is near.</summary>
    public void Hover(double x, double y, string text) =>
        Append($"<circle cx='{x:0.#}' cy='{y:0.#}' r='6' class='hover'><title>{WebUtility.HtmlEncode(text)}</title></circle>");

    /// <param name="x">The anchor's position.</param>
    /// <param name="y">The base line's position.</param>
    /// <param name="text">Any text.</param>
    /// <param name="anchor"><c>start</c>, <c>middle</c> or <c>end</c>.</param>
    /// <param name="style">Further class.</param>
    public void Text(double x, double y, string text, string anchor = "start", string style = "") =>
        Append($"<text x='{x:0.#}' y='{y:0.#}' text-anchor='{anchor}' class='{style}'>{WebUtility.HtmlEncode(text)}</text>");

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"<svg viewBox='0 0 {width} {height}' width='{width}' height='{height}' " +
        $"role='img'><title>{WebUtility.HtmlEncode(title)}</title>{_elements}</svg>");

    private static string Points(IEnumerable<(double X, double Y)> points) =>
        string.Join(' ', points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{point.X:0.#},{point.Y:0.#}")));

    private void Append(FormattableString element) => _elements.Append(element.ToString(CultureInfo.InvariantCulture));
}
