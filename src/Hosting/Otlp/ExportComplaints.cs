using System.Diagnostics.Tracing;
using System.Globalization;
using Hosting.Logging;

namespace Hosting.Otlp;

/// <summary>
/// OpenTelemetry tells of spans and lines that were not sent in an event source only, which nobody hears: this puts it into the log, at
/// most once a minute.
/// </summary>
internal sealed partial class ExportComplaints : EventListener, IHostedService
{
    private const string Exporter = "OpenTelemetry-Exporter-OpenTelemetryProtocol";

    private readonly ILogger<ExportComplaints> _log;
    private readonly LineAMinute _complaint;

    public ExportComplaints(ILogger<ExportComplaints> log, TimeProvider time)
    {
        (_log, _complaint) = (log, new(time));
        EventSourceCreated += (_, created) => Listen(created.EventSource!); // for those that exist already, too
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (_complaint.IsDue())
        {
            var text = string.Format(CultureInfo.InvariantCulture, eventData.Message ?? "{0}", [.. eventData.Payload ?? []]);
            Log.NotSent(_log, text.AsSpan().EnumerateLines() is var lines && lines.MoveNext() ? lines.Current.ToString() : "");
        }
    }

    private void Listen(EventSource source)
    {
        if (source.Name == Exporter)
        {
            EnableEvents(source, EventLevel.Warning);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(2, LogLevel.Warning, "Spans or log lines were not sent to a collector: {Problem}")]
        public static partial void NotSent(ILogger logger, string problem);
    }
}
