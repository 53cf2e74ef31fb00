using System.Diagnostics;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>The cost of scrapes: a scrape cannot know its own duration, so each one reports that of the previous one.</summary>
internal static class ScrapeClock
{
    /// <param name="scrape">The endpoint.</param>
    /// <param name="registry">Shows it.</param>
    /// <param name="prefix">Begins the metric's name.</param>
    public static void Timed(this IEndpointConventionBuilder scrape, CollectorRegistry registry, string prefix)
    {
        var last = Prometheus.Metrics.WithCustomRegistry(registry).CreateGauge(
            $"{prefix}_last_scrape_duration_seconds",
            "The duration of the previous scrape within the service: from its headers until its last byte is given to the connection.");
        scrape.Add(endpoint =>
        {
            var serve = endpoint.RequestDelegate!;
            endpoint.RequestDelegate = async context =>
            {
                var started = Stopwatch.GetTimestamp();
                await serve(context);
                last.Set(Stopwatch.GetElapsedTime(started).TotalSeconds);
            };
        });
    }
}
