using System.Collections.Concurrent;

namespace Gateway.Features.Upstream;

/// <summary>
/// Bodies that <see cref="SocketsHttpHandler"/> has told to stop. Until they have, it does not count them as given up, and drops their
/// answers when the connection ends.
/// </summary>
internal sealed class StoppingBodies
{
    /// <summary>A body stops at once unless a processor is missing.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly ConcurrentDictionary<Task, bool> _stopping = [];

    /// <param name="sending">Completes when the body is sent, or has stopped; the handler awaits it.</param>
    /// <param name="stop">Fires when the body has to stop.</param>
    public void Watch(Task sending, CancellationToken stop)
    {
        if (!sending.IsCompleted)
        {
            stop.UnsafeRegister(static watched => ((Watched)watched!).Stop(), new Watched(this, sending));
        }
    }

    /// <summary>Returns when those that are stopping now have stopped, and the handler knows.</summary>
    public async Task StoppedAsync()
    {
        if (!_stopping.IsEmpty)
        {
            await Task.WhenAll(_stopping.Keys).WaitAsync(Patience).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private sealed record Watched(StoppingBodies All, Task Sending)
    {
        public void Stop()
        {
            All._stopping.TryAdd(Sending, true);

            // Continuations run in their order, and the handler's was there before.
            _ = Sending.ContinueWith(
                static (sending, all) => ((StoppingBodies)all!)._stopping.TryRemove(sending, out _),
                All, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }
}
