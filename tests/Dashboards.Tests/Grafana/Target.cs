using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Dashboards.Tests.PromQl;

namespace Dashboards.Tests.Grafana;

/// <summary>A query of a panel.</summary>
public sealed partial class Target(JsonNode json)
{
    public string RefId => (string)json["refId"]!;

    public string? DataSource => (string?)json["datasource"]?["uid"];

    public string Expression => (string?)json["expr"] ?? "";

    public string? Format => (string?)json["format"];

    public bool HasExemplars => (bool?)json["exemplar"] ?? false;

    public Query Query => new(Expression);

    public string Legend => (string?)json["legendFormat"] ?? "";

    /// <summary>Labels that the legend shows.</summary>
    public IEnumerable<string> LegendLabels => LegendLabel().Matches(Legend).Select(match => match.Groups[1].Value);

    [GeneratedRegex(@"\{\{(\w+)\}\}")]
    private static partial Regex LegendLabel();
}
