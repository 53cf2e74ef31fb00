using System.Collections.Immutable;
using System.Diagnostics;

namespace Prometheus;

/// <summary>What a registry calls before each scrape.</summary>
internal sealed class BeforeCollectCallbacks
{
    private ImmutableList<Func<CancellationToken, Task>> _synchronous = [];
    private ImmutableList<Func<CancellationToken, Task>> _asynchronous = [];

    public void Add(Action callback)
    {
        ArgumentNullException.ThrowIfNull(callback);
        ImmutableInterlocked.Update(ref _synchronous, list => list.Add(Call));

        Task Call(CancellationToken cancellationToken)
        {
            callback();
            return Task.CompletedTask;
        }
    }

    public void Add(Func<CancellationToken, Task> callback)
    {
        ArgumentNullException.ThrowIfNull(callback);
        ImmutableInterlocked.Update(ref _asynchronous, list => list.Add(callback));
    }

    public async Task InvokeAsync(CancellationToken cancellationToken)
    {
        foreach (var callback in Volatile.Read(ref _synchronous))
        {
            cancellationToken.ThrowIfCancellationRequested();
            await InvokeAsync(callback, cancellationToken);
        }

        await Task.WhenAll(Volatile.Read(ref _asynchronous).Select(callback => InvokeAsync(callback, cancellationToken)));
    }

    private static async Task InvokeAsync(Func<CancellationToken, Task> callback, CancellationToken cancellationToken)
    {
        try
        {
            await callback(cancellationToken);
        }
        catch (Exception e) when (e is not ScrapeFailedException && !IsCancellation(e, cancellationToken))
        {
            // One callback that fails must not cost the scrape all other metrics.
            Trace.WriteLine($"Metrics before-collect callback failed: {e}");
        }
    }

    private static bool IsCancellation(Exception e, CancellationToken cancellationToken) =>
        e is OperationCanceledException && cancellationToken.IsCancellationRequested;
}
