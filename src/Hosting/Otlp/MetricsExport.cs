using Hosting.Logging;
using Hosting.Outgoing;
using Hosting.Settings;
using Prometheus;

namespace Hosting.Otlp;

/// <summary>
/// Sends what <c>/metrics</c> shows to a collector, once a minute (<c>OTEL_METRIC_EXPORT_INTERVAL</c>) and when the host stops. All
/// counts are totals since the start, so an attempt that fails loses nothing.
/// </summary>
internal sealed partial class MetricsExport(
    CollectorEndpoint endpoint, CollectorRegistry registry, HostDescription host, IConfiguration configuration, TimeProvider time,
    ILogger<MetricsExport> logger)
    : BackgroundService
{
    private const int MaxAnswerBytes = 64 * 1024;

    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly OtlpMetrics _metrics = new(host, time.GetUtcNow());
    private readonly LineAMinute _complaint = new(time);
    private readonly HttpClient _http = OutgoingHttp.NewClient(
        OutgoingHttp.NewHandler(Patience), Collector.Milliseconds(configuration, "OTEL_EXPORTER_OTLP_TIMEOUT", Patience), MaxAnswerBytes);

    public override void Dispose()
    {
        _http.Dispose();
        base.Dispose();
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await SendAsync(cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Collector.Milliseconds(configuration, "OTEL_METRIC_EXPORT_INTERVAL", Interval), time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            await SendAsync(stoppingToken);
        }
    }

    private async Task SendAsync(CancellationToken cancellationToken)
    {
        try
        {
            using var text = new MemoryStream();
            await registry.CollectAndExportAsTextAsync(text, cancellationToken);
            using var request = OtlpRequest.Create(endpoint, _metrics.Request(ScrapedText.Parse(text), time.GetUtcNow()));
            foreach (var (name, value) in Collector.Headers(configuration))
            {
                request.Headers.TryAddWithoutValidation(name, value);
            }

            using var answer = await _http.SendAsync(request, cancellationToken);
            OtlpRequest.EnsureTaken(endpoint, answer);
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            if (_complaint.IsDue() && !cancellationToken.IsCancellationRequested)
            {
                Log.NotSent(logger, endpoint.Address, exception.Message);
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Warning, "The metrics were not sent to {Endpoint}, the next attempt sends all: {Problem}")]
        public static partial void NotSent(ILogger logger, Uri endpoint, string problem);
    }
}

/// <summary>Registers <see cref="MetricsExport"/>.</summary>
internal static class MetricsExportFeature
{
    public static void AddMetricsExport(this WebApplicationBuilder builder)
    {
        if (Collector.Endpoint(builder, nameof(HostSettings.MetricsCollector), "metrics") is { } endpoint)
        {
            builder.Services.AddHostedService(provider => ActivatorUtilities.CreateInstance<MetricsExport>(provider, endpoint));
        }
    }
}
