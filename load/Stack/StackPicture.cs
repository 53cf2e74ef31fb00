using System.Globalization;
using System.Security;
using System.Text;

namespace Load.Stack;

/// <summary>The wiring as a picture (SVG): each member with its purpose and address, and who sends what to whom.</summary>
internal static class StackPicture
{
    private const int Width = 220;
    private const int Height = 84;

    /// <summary>Where a slanting arrow leaves and meets a box, above or below its corner.</summary>
    private const int Corner = 12;

    private static readonly (string Name, int X, int Y)[] Places =
    [
        (StackMembers.Gateway, 20, 20), (StackMembers.AnalyzerOf(0), 350, 20), (StackMembers.Journal, 350, 200),
        (StackMembers.Sigma, 680, 200), (StackMembers.Prober, 20, 200), (StackMembers.Forwarder, 680, 20),
        (StackMembers.Reader, 350, 380),
    ];

    private static readonly (string From, string To, string What)[] Arrows =
    [
        (StackMembers.Gateway, StackMembers.AnalyzerOf(0), "files"),
        (StackMembers.AnalyzerOf(0), StackMembers.Journal, "audit lines, the gateway's too"),
        (StackMembers.Prober, StackMembers.Journal, "outages"),
        (StackMembers.Prober, StackMembers.Gateway, "probes, of all"),
        (StackMembers.Journal, StackMembers.Forwarder, ""),
        (StackMembers.Forwarder, StackMembers.Sigma, "proven lines"),
        (StackMembers.Sigma, StackMembers.Journal, "alerts"),
        (StackMembers.Journal, StackMembers.Reader, "lines with proofs"),
    ];

    /// <param name="members">The members with their addresses.</param>
    public static string Of(IReadOnlyList<StackMember> members)
    {
        var svg = new StringBuilder("""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 484" font-family="system-ui, sans-serif" font-size="13" role="img">
            <title>The five systems together</title>
            <style>
            rect { fill: #f6f8fa; stroke: #57606a } text { fill: #1f2328 } path { stroke: #57606a; fill: none } .tip { fill: #57606a }
            .name { font-weight: 600; font-size: 15px } .label { font-size: 12px; fill: #57606a }
            @media (prefers-color-scheme: dark) {
            rect { fill: #161b22; stroke: #8b949e } text { fill: #e6edf3 } path { stroke: #8b949e }
            .tip { fill: #8b949e } .label { fill: #8b949e } }
            </style>
            <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>

            """);
        foreach (var (from, to, what) in Arrows)
        {
            AppendArrow(svg, PlaceOf(from), PlaceOf(to), what);
        }

        foreach (var (name, x, y) in Places)
        {
            AppendBox(svg, members.Single(member => member.Name == name), x, y);
        }

        return svg.Append("</svg>\n").ToString();
    }

    private static (int X, int Y) PlaceOf(string name)
    {
        var place = Array.Find(Places, place => place.Name == name);
        return (place.X, place.Y);
    }

    private static void AppendBox(StringBuilder svg, StackMember member, int x, int y)
    {
        var address = member.Addresses is [var first, ..] ? first.Address : "";
        svg.Append(CultureInfo.InvariantCulture, $"<rect x=\"{x}\" y=\"{y}\" width=\"{Width}\" height=\"{Height}\" rx=\"6\"/>\n");
        var lines = Wrapped(member.Purpose);
        AppendText(svg, "name", x + 12, y + 24, member.Name);
        for (var i = 0; i < lines.Count; i++)
        {
            AppendText(svg, "what", x + 12, y + 44 + (15 * i), lines[i]);
        }

        AppendText(svg, "label", x + 12, y + Height - 8, address);
    }

    private static void AppendArrow(StringBuilder svg, (int X, int Y) from, (int X, int Y) to, string what)
    {
        var isLevel = from.Y == to.Y;
        var (forward, down) = (to.X > from.X, to.Y > from.Y);
        var (x1, y1) = isLevel
            ? (from.X + (forward ? Width : 0), from.Y + (Height / 2))
            : (from.X + (Width / 2), from.Y + (down ? Height : 0));
        var (x2, y2) = isLevel ? (to.X + (forward ? 0 : Width), to.Y + (Height / 2)) : (to.X + (Width / 2), to.Y + (down ? 0 : Height));
        if (!isLevel && from.X != to.X)
        {
            (x1, y1, x2, y2) = (from.X + Width, from.Y + Corner, to.X, to.Y + Height - Corner);
        }

        svg.Append(CultureInfo.InvariantCulture, $"<path d=\"M{x1} {y1} {x2} {y2}\" marker-end=\"url(#tip)\"/>\n");
        if (what.Length > 0)
        {
            var (x, y) = isLevel ? (((x1 + x2) / 2) - (3 * what.Length), y1 - 8) : (((x1 + x2) / 2) + 8, (y1 + y2) / 2);
            AppendText(svg, "label", x, y, what);
        }
    }

    private static void AppendText(StringBuilder svg, string kind, int x, int y, string text) => svg.Append(
        CultureInfo.InvariantCulture, $"<text class=\"{kind}\" x=\"{x}\" y=\"{y}\">{SecurityElement.Escape(text)}</text>\n");

    private static List<string> Wrapped(string text)
    {
        const int Letters = 29;
        var lines = new List<string> { "" };
        foreach (var word in text.Split(' '))
        {
            if (lines[^1].Length + word.Length >= Letters)
            {
                lines.Add("");
            }

            lines[^1] = lines[^1].Length == 0 ? word : $"{lines[^1]} {word}";
        }

        return lines;
    }
}
