using System.Diagnostics;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>The cost of being watched: a scrape cannot know its own duration, so each one tells how long the one before it took.</summary>
internal static class ScrapeClock
{
    /// <param name="scrape">The endpoint.</param>
    /// <param name="registry">Shows it.</param>
    /// <param name="prefix">Begins the metric's name.</param>
    public static void Timed(this IEndpointConventionBuilder scrape, CollectorRegistry registry, string prefix)
    {
        var last = Prometheus.Metrics.WithCustomRegistry(registry).CreateGauge(
            $"{prefix}_last_scrape_duration_seconds",
            "The scrape before this one, within the service: from its headers until its last byte is handed to the connection.");
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
