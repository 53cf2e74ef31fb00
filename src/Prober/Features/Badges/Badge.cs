using System.Net;

namespace Prober.Features.Badges;

/// <summary>Two words side by side, as SVG. White text has a contrast of 4.5 or more on each colour.</summary>
internal static class Badge
{
    public const string Green = "#1d6b41";
    public const string Yellow = "#7a5a00";
    public const string Red = "#b01f24";
    public const string Blue = "#1f5fa8";
    public const string Grey = "#5a5f66";
    private const int MaxLabel = 60;
    private const int Letter = 7;
    private const int Margin = 12;

    public static string Draw(string label, string value, string colour)
    {
        var name = label.Length > MaxLabel ? $"{label[..(MaxLabel - 1)]}…" : label;
        name = string.Concat(name.Where(letter => !char.IsControl(letter)));
        var (left, right) = (Margin + (Letter * name.Length), Margin + (Letter * value.Length));
        var (shown, said) = (WebUtility.HtmlEncode(name), WebUtility.HtmlEncode($"{name}: {value}"));
        return $"""
            <svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{said}"><title>{said}</title>
            <rect width="{left}" height="20" fill="#3b3f45"/><rect x="{left}" width="{right}" height="20" fill="{colour}"/>
            <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
            <text x="{left / 2}" y="14" textLength="{left - Margin}" lengthAdjust="spacingAndGlyphs">{shown}</text>
            <text x="{left + (right / 2)}" y="14" textLength="{right - Margin}" lengthAdjust="spacingAndGlyphs">{WebUtility.HtmlEncode(value)}</text></g></svg>
            """;
    }
}
