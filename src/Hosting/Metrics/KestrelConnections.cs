using System.Diagnostics.Metrics;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>
/// Connections of every listener, over TCP and QUIC, as Kestrel counts them itself. Of Kestrel's instruments only the one that
/// is touched twice per connection is listened to, none that is touched per request.
/// https://learn.microsoft.com/aspnet/core/log-mon/metrics/built-in#kestrelactive_connections
/// </summary>
internal sealed class KestrelConnections : IDisposable
{
    private const string Meter = "Microsoft.AspNetCore.Server.Kestrel";
    private const string Instrument = "kestrel.active_connections";

    private readonly MeterListener _listener = new();
    private readonly Gauge _open;
    private readonly Counter _opened;

    /// <param name="registry">Shows them.</param>
    /// <param name="meters">This application's: another one in the same process has connections of its own.</param>
    public KestrelConnections(CollectorRegistry registry, IMeterFactory meters)
    {
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        _open = metrics.CreateGauge("kestrel_connections", "Connections open now.");
        _opened = metrics.CreateCounter("kestrel_connections_opened_total", "Connections accepted.");
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == Meter && instrument.Name == Instrument && ReferenceEquals(instrument.Meter.Scope, meters))
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((_, change, _, _) => Changed(change));
        _listener.Start();
    }

    public void Dispose() => _listener.Dispose();

    private void Changed(long change)
    {
        _open.Inc(change);
        if (change > 0)
        {
            _opened.Inc(change);
        }
    }
}
