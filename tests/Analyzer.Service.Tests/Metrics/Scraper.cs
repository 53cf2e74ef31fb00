using System.Net.Http.Headers;
using Tests.Common.Scraping;

namespace Analyzer.Service.Tests.Metrics;

internal static class Scraper
{
    public const string Text = "text/plain";
    public const string OpenMetrics = "application/openmetrics-text";

    /// <summary>What <c>/metrics</c> says now.</summary>
    public static async Task<Scrape> ScrapeAsync(this AnalyzerHost host, string accept = Text)
    {
        using var response = await host.GetMetricsAsync(accept);
        response.EnsureSuccessStatusCode();
        return new Scrape(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken).Within());
    }

    public static async Task<HttpResponseMessage> GetMetricsAsync(this AnalyzerHost host, string accept = Text)
    {
        using var client = new HttpClient { BaseAddress = host.Http1 };
        client.DefaultRequestHeaders.Accept.Add(MediaTypeWithQualityHeaderValue.Parse(accept));
        return await client.GetAsync("/metrics", TestContext.Current.CancellationToken).Within();
    }

    /// <summary>How many requests of that operation had each outcome, over this transport.</summary>
    public static Dictionary<string, double> Outcomes(this Scrape scrape, string operation, string transport) => scrape.Samples
        .Where(sample => sample.Name == "analyzer_request_duration_seconds_count")
        .Where(sample => sample.Labels["operation"] == operation && sample.Labels["transport"] == transport)
        .ToDictionary(sample => sample.Labels["outcome"], sample => sample.Value);
}
