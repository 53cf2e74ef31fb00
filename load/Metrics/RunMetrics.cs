using Load.Suites;

namespace Load.Metrics;

/// <summary>A run's metrics, the port that shows them, and the list that leads Prometheus there and to the services.</summary>
internal sealed class RunMetrics : IDisposable
{
    private readonly LabMetrics _metrics;
    private readonly MetricsPort _port;
    private readonly ScrapeTargets _targets;

    /// <param name="run">Its id.</param>
    /// <param name="folder">Which the list of targets is written to.</param>
    /// <param name="port">Null for a free one.</param>
    /// <exception cref="LabException">The port is taken.</exception>
    public RunMetrics(string run, string folder, int? port)
    {
        _metrics = new LabMetrics(run);
        _port = MetricsPort.Open(_metrics.Registry, port);
        _targets = new ScrapeTargets(folder, run, _port.Port);
    }

    /// <inheritdoc cref="LabMetrics.Begin"/>
    public SlotMetrics Begin(Cell cell) => _metrics.Begin(cell);

    /// <inheritdoc cref="ScrapeTargets.Add"/>
    public void ServiceStarted(Uri http, string settings) => _targets.Add(http, settings);

    /// <inheritdoc cref="ScrapeTargets.Remove"/>
    public void ServiceStopping(Uri http) => _targets.Remove(http);

    public void Dispose()
    {
        _targets.Dispose();
        _port.Dispose();
    }
}
