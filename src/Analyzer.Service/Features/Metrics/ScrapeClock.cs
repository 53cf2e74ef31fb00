using System.Diagnostics;
using Prometheus;

namespace Analyzer.Service.Features.Metrics;

/// <summary>What being watched takes: each scrape tells how long the one before it took, the whole of which it cannot know of itself.</summary>
internal static class ScrapeClock
{
    public static void Timed(this IEndpointConventionBuilder scrape, CollectorRegistry registry)
    {
        var last = Prometheus.Metrics.WithCustomRegistry(registry).CreateGauge(
            "analyzer_last_scrape_duration_seconds",
            "The scrape before this one, within the service: from its headers to its last byte's being handed to the connection.");
        scrape.Add(endpoint =>
        {
            var answer = endpoint.RequestDelegate!;
            endpoint.RequestDelegate = async context =>
            {
                var started = Stopwatch.GetTimestamp();
                await answer(context);
                last.Set(Stopwatch.GetElapsedTime(started).TotalSeconds);
            };
        });
    }
}
