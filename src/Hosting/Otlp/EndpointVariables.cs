using Hosting.Settings;

namespace Hosting.Otlp;

/// <summary>
/// OpenTelemetry's own variables for the address of a collector, which operators of clusters give to every container: a host sends only
/// where its settings say, so the log tells that these have no effect.
/// </summary>
internal static partial class EndpointVariables
{
    private static readonly (string Variable, string[] Settings)[] Variables =
    [
        ("OTEL_EXPORTER_OTLP_ENDPOINT",
            [nameof(HostSettings.Traces), nameof(HostSettings.MetricsCollector), nameof(HostSettings.LogsCollector)]),
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", [nameof(HostSettings.Traces)]),
        ("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", [nameof(HostSettings.MetricsCollector)]),
        ("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", [nameof(HostSettings.LogsCollector)]),
    ];

    public static void TellEndpointVariables(this WebApplication app)
    {
        var host = app.Services.GetRequiredService<HostDescription>();
        foreach (var (variable, settings) in Variables)
        {
            var keys = settings.Select(host.Key).ToList();
            if (app.Configuration[variable] is { Length: > 0 } && keys.TrueForAll(key => string.IsNullOrEmpty(app.Configuration[key])))
            {
                Log.NoEffect(app.Logger, variable, string.Join(", ", keys));
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(11, LogLevel.Warning, "{Variable} has no effect here: this host sends to the collectors in {Settings}.")]
        public static partial void NoEffect(ILogger logger, string variable, string settings);
    }
}
