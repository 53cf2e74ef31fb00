using System.Text.Json;

namespace Dashboards.Tests.Live;

/// <summary>
/// Asks as Grafana does: with variables replaced, over a range of time, one point a second. Hosts under test have the lab's label, so that
/// no alert is about them: a query that leaves the lab out is asked of their run.
/// </summary>
/// <param name="Prometheus">The server to ask.</param>
/// <param name="Variables">The value of each variable.</param>
/// <param name="Start">The beginning of the range.</param>
/// <param name="End">The end of the range.</param>
public sealed record GrafanaView(
    PrometheusServer Prometheus, IReadOnlyDictionary<string, string> Variables, DateTimeOffset Start, DateTimeOffset End)
{
    public async Task<IReadOnlyList<TimeSeries>> QueryAsync(string query)
    {
        var text = Variables.Aggregate(query, (replaced, variable) => replaced.Replace($"${variable.Key}", variable.Value))
            .Replace("run=\"\"", $"run=\"{Variables["run"]}\"");
        var range = $"start={Start.ToUnixTimeSeconds()}&end={End.ToUnixTimeSeconds() + 1}&step=1";
        var data = await Prometheus.GetAsync(
            $"api/v1/query_range?query={Uri.EscapeDataString(text)}&{range}", TestContext.Current.CancellationToken).Within();
        return [.. data.GetProperty("result").EnumerateArray().Select(TimeSeries.FromMatrixElement)];
    }

    /// <summary>Returns the labels of each series of the run; <c>__name__</c> is the series' name.</summary>
    public async Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> SeriesAsync()
    {
        var selector = "{run=\"" + Variables["run"] + "\"}";
        var series = await Prometheus.GetAsync(
            $"api/v1/series?match[]={Uri.EscapeDataString(selector)}", TestContext.Current.CancellationToken).Within();
        return [.. series.EnumerateArray().Select(Labels)];
    }

    private static Dictionary<string, string> Labels(JsonElement series) =>
        series.EnumerateObject().ToDictionary(label => label.Name, label => label.Value.GetString()!);
}
