using System.Collections.Frozen;
using System.Diagnostics.Metrics;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>
/// The framework's own meters on <c>/metrics</c>, under the names that OpenTelemetry gives them, for dashboards that others made. They cost
/// about a microsecond a request, so that <see cref="Settings.HostSettings.FrameworkMetrics"/> turns them on.
/// https://learn.microsoft.com/dotnet/core/diagnostics/built-in-metrics
/// </summary>
internal sealed class FrameworkMeters : IDisposable
{
    private static readonly FrozenSet<string> Meters = FrozenSet.Create(
        "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Net.Http", "System.Net.NameResolution",
        "System.Runtime");

    /// <summary>Ours has the same name, and counts the same.</summary>
    private const string Ours = "dotnet.exceptions";

    private readonly MeterListener _listener = new();

    /// <param name="registry">Shows them.</param>
    /// <param name="meters">This application's: another one in the same process has requests of its own.</param>
    public FrameworkMeters(CollectorRegistry registry, IMeterFactory meters)
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (Meters.Contains(instrument.Meter.Name) && instrument.Name != Ours
                && (instrument.Meter.Scope is null || ReferenceEquals(instrument.Meter.Scope, meters)))
            {
                listener.EnableMeasurementEvents(instrument, new FrameworkInstrument(registry, instrument));
            }
        };
        _listener.SetMeasurementEventCallback<double>((_, value, tags, state) => ((FrameworkInstrument)state!).Record(value, tags));
        _listener.SetMeasurementEventCallback<long>((_, value, tags, state) => ((FrameworkInstrument)state!).Record(value, tags));
        _listener.SetMeasurementEventCallback<int>((_, value, tags, state) => ((FrameworkInstrument)state!).Record(value, tags));
        _listener.Start();
        registry.AddBeforeCollectCallback(_listener.RecordObservableInstruments);
    }

    public void Dispose() => _listener.Dispose();
}
