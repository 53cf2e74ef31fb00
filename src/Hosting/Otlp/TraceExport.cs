using Hosting.Settings;
using Hosting.Tracing;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace Hosting.Otlp;

/// <summary>
/// Sends the spans of requests to a collector. Further settings are those of OpenTelemetry, in its own environment variables: headers, the
/// sampler, the size of batches. Without <see cref="HostSettings.Traces"/> no span is made.
/// </summary>
internal static class TraceExport
{
    /// <summary>Requests of machines that look after the host, each of which would be a trace.</summary>
    private static readonly string[] Left = ["/healthz", "/metrics", "/grpc.health.v1.Health"];

    public static void AddTraceExport(this WebApplicationBuilder builder)
    {
        if (Collector.Endpoint(builder, nameof(HostSettings.Traces), "traces") is { } endpoint)
        {
            Add(builder.Services, builder.Services.Host(), endpoint);
        }
    }

    // A method of its own: a host that exports nothing loads no assembly of OpenTelemetry.
    private static void Add(IServiceCollection services, HostDescription host, CollectorEndpoint endpoint) => services
        .AddHostedService<ExportComplaints>()
        .ConfigureOpenTelemetryTracerProvider((provider, traces) =>
            traces.AddSource([.. provider.GetServices<SpanSource>().Select(source => source.Spans.Name)]))
        .AddOpenTelemetry()
            .ConfigureResource(resource => resource.AddService(host.Name, serviceVersion: host.Version))
            .WithTracing(traces => traces
                .AddAspNetCoreInstrumentation(requests => requests.Filter = context =>
                    !Left.Any(path => context.Request.Path.StartsWithSegments(path, StringComparison.Ordinal)))
                .AddOtlpExporter(exporter => (exporter.Protocol, exporter.Endpoint) = (endpoint.Protocol, endpoint.Address)));
}
