using System.Text;

namespace Prometheus.Tests.Exposition;

internal static class Scrapes
{
    public static async Task<Scrape> TakeAsync(CollectorRegistry registry, ExpositionFormat format = ExpositionFormat.PrometheusText)
    {
        using var stream = new MemoryStream();
        await registry.CollectAndExportAsTextAsync(stream, format, TestContext.Current.CancellationToken).Within();
        return new Scrape(Encoding.UTF8.GetString(stream.ToArray()));
    }
}
