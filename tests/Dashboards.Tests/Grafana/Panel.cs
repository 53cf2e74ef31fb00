using System.Text.Json.Nodes;

namespace Dashboards.Tests.Grafana;

/// <summary>A panel of a dashboard, or a row, which is the heading of the panels under it.</summary>
public sealed class Panel(JsonNode json)
{
    public int Id => (int)json["id"]!;

    public string Type => (string)json["type"]!;

    public bool IsRow => Type == "row";

    public string Title => (string)json["title"]!;

    /// <summary>The question that the panel answers.</summary>
    public string Description => (string?)json["description"] ?? "";

    public string? DataSource => (string?)json["datasource"]?["uid"];

    public string? Unit => (string?)(Type == "heatmap" ? Options["yAxis"]?["unit"] : json["fieldConfig"]?["defaults"]?["unit"]);

    public JsonNode Options => json["options"]!;

    public IReadOnlyList<Target> Targets => [.. (json["targets"]?.AsArray() ?? []).Select(target => new Target(target!))];

    /// <summary>In units of the grid, which is 24 wide.</summary>
    public (int X, int Y, int Width, int Height) Place => (Grid("x"), Grid("y"), Grid("w"), Grid("h"));

    public override string ToString() => $"{Id} {Title}";

    public bool Overlaps(Panel other)
    {
        var (a, b) = (Place, other.Place);
        return a.X < b.X + b.Width && b.X < a.X + a.Width && a.Y < b.Y + b.Height && b.Y < a.Y + a.Height;
    }

    private int Grid(string name) => (int)json["gridPos"]![name]!;
}
