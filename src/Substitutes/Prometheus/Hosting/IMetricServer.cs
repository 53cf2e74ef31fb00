namespace Prometheus;

/// <summary>A server of its own for the metrics. Started once; disposing stops it.</summary>
public interface IMetricServer : IDisposable
{
    /// <summary>Listens when it returns.</summary>
    /// <returns>This server.</returns>
    /// <exception cref="InvalidOperationException">It was started before.</exception>
    IMetricServer Start();

    Task StopAsync();

    void Stop();
}
