namespace Prometheus;

/// <inheritdoc cref="IMetricServer"/>
public abstract class MetricHandler : IMetricServer
{
    private readonly CancellationTokenSource _stop = new();
    private Task? _serving;

    public IMetricServer Start()
    {
        if (_serving is not null || _stop.IsCancellationRequested)
        {
            throw new InvalidOperationException("The metric server has been started already, which is possible once. Create another.");
        }

        _serving = StartServer(_stop.Token);
        return this;
    }

    public async Task StopAsync()
    {
        if (_serving is null)
        {
            return;
        }

        await _stop.CancelAsync();
        await _serving;
    }

    public void Stop() => StopAsync().GetAwaiter().GetResult();

    public void Dispose()
    {
        Stop();
        GC.SuppressFinalize(this);
    }

    /// <summary>Begins to listen, or throws.</summary>
    /// <returns>Ends when the server has stopped, which the token asks for.</returns>
    protected abstract Task StartServer(CancellationToken cancel);
}
