using Hosting.Settings;
using OpenTelemetry.Logs;
using OpenTelemetry.Resources;

namespace Hosting.Otlp;

/// <summary>Sends the lines of the log to a collector, beside the console, with the ids of their traces.</summary>
internal static class LogExport
{
    public static void AddLogExport(this WebApplicationBuilder builder)
    {
        if (Collector.Endpoint(builder, nameof(HostSettings.LogsCollector), "logs") is { } endpoint)
        {
            Add(builder.Services, builder.Services.Host(), endpoint);
        }
    }

    // A method of its own: a host that exports nothing loads no assembly of OpenTelemetry.
    private static void Add(IServiceCollection services, HostDescription host, CollectorEndpoint endpoint) => services
        .AddHostedService<ExportComplaints>()
        .AddOpenTelemetry()
            .ConfigureResource(resource => resource.AddService(host.Name, serviceVersion: host.Version))
            .WithLogging(
                logs => logs.AddOtlpExporter(
                    exporter => (exporter.Protocol, exporter.Endpoint) = (endpoint.Protocol, endpoint.Address)),
                options => options.IncludeFormattedMessage = true);
}
