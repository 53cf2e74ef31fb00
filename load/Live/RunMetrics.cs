using Load.Machine;
using Load.Measuring;

namespace Load.Live;

/// <summary>A run's metrics, the port that shows them, and the list that leads Prometheus there and to the services.</summary>
internal sealed class RunMetrics : IMeasurementObserver, IDisposable
{
    private readonly LabMetrics _metrics;
    private readonly MetricsPort _port;
    private readonly ScrapeTargets _targets;

    /// <param name="run">Its id.</param>
    /// <param name="folder">The folder for the list of targets.</param>
    /// <param name="port">Null for a free one.</param>
    /// <exception cref="LabException">The port is taken.</exception>
    public RunMetrics(string run, string folder, int? port)
    {
        _metrics = new LabMetrics(run);
        _port = MetricsPort.Open(_metrics.Registry, port);
        _targets = new ScrapeTargets(folder, run, _port.Port);
    }

    public IRequestObserver Begin(Case measured) => _metrics.Begin(measured);

    public void Started(IObservedProcess process, string setup)
    {
        if (process.Metrics is { } metrics)
        {
            _targets.Add(metrics, JobName.Of(process.Name), setup);
        }
    }

    public void Stopping(IObservedProcess process)
    {
        if (process.Metrics is { } metrics)
        {
            _targets.Remove(metrics);
        }
    }

    public void Dispose()
    {
        _targets.Dispose();
        _port.Dispose();
    }
}

/// <summary>The label <c>job</c> of a process' series.</summary>
internal static class JobName
{
    /// <summary>The first word of its name: <c>analyzer</c> for Analyzer.Service.</summary>
    public static string Of(string process) => process.Split('.')[0].ToLowerInvariant();
}
