using System.Text.Json;

namespace Dashboards.Tests.Live;

/// <summary>Asks as Grafana does: with its variables replaced, over a stretch of time, a point each second.</summary>
/// <param name="Prometheus">Which is asked.</param>
/// <param name="Variables">What each stands for.</param>
/// <param name="Start">Of the stretch.</param>
/// <param name="End">Of the stretch.</param>
public sealed record GrafanaView(PrometheusServer Prometheus, IReadOnlyDictionary<string, string> Variables, DateTimeOffset Start, DateTimeOffset End)
{
    public async Task<IReadOnlyList<TimeSeries>> QueryAsync(string query)
    {
        var text = Variables.Aggregate(query, (replaced, variable) => replaced.Replace($"${variable.Key}", variable.Value));
        var data = await Prometheus.GetAsync(
            $"api/v1/query_range?query={Uri.EscapeDataString(text)}&start={Start.ToUnixTimeSeconds()}&end={End.ToUnixTimeSeconds() + 1}&step=1",
            TestContext.Current.CancellationToken).Within();
        return [.. data.GetProperty("result").EnumerateArray().Select(TimeSeries.FromMatrixElement)];
    }

    /// <summary>The labels of each series of the run, with its name as <c>__name__</c>.</summary>
    public async Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> SeriesAsync()
    {
        var selector = "{run=\"" + Variables["run"] + "\"}";
        var series = await Prometheus.GetAsync($"api/v1/series?match[]={Uri.EscapeDataString(selector)}", TestContext.Current.CancellationToken).Within();
        return [.. series.EnumerateArray().Select(Labels)];
    }

    private static Dictionary<string, string> Labels(JsonElement series) => series.EnumerateObject().ToDictionary(label => label.Name, label => label.Value.GetString()!);
}
