using Prober.Engine.Networking;
using Prober.Engine.Probing;

namespace Prober.Engine.Watching;

/// <summary>
/// Whether the prober's own connection works: at least one of some targets, the canaries, has to answer. They are asked after each failure,
/// before it counts; failures that end at about the same time share one check.
/// </summary>
public sealed class Connectivity(ProbeNetwork network)
{
    /// <summary>The time from one check to the next: thousands of failing targets must not flood the canaries.</summary>
    private static readonly TimeSpan MinGap = TimeSpan.FromMilliseconds(250);

    private readonly Lock _gate = new();
    private volatile IReadOnlyList<TargetDefinition> _canaries = [];
    private Task<bool> _running = Task.FromResult(true);
    private Task<bool>? _next;
    private volatile bool _isLost;

    public bool HasCanaries => _canaries.Count > 0;

    /// <summary>No canary answered in the last check.</summary>
    public bool IsLost => HasCanaries && _isLost;

    /// <param name="canaries">Empty for no check.</param>
    public void Use(IReadOnlyList<TargetDefinition> canaries) => _canaries = canaries;

    /// <summary>Asks the canaries, from now on: an earlier answer says nothing about a failure that came after it.</summary>
    /// <param name="cancellationToken">The prober ends.</param>
    public Task<bool> WorksAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            return _next ??= CheckAsync(_running, cancellationToken);
        }
    }

    private async Task<bool> CheckAsync(Task<bool> earlier, CancellationToken cancellationToken)
    {
        await Task.WhenAll(earlier, Task.Delay(MinGap, cancellationToken)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        lock (_gate)
        {
            (_running, _next) = (_next!, null);
        }

        var works = await AskAsync(cancellationToken);
        _isLost = !works;
        return works;
    }

    private async Task<bool> AskAsync(CancellationToken cancellationToken)
    {
        var asking = _canaries.Select(canary =>
            ProbeRunner.RunAsync(canary.Probe, network, canary.Timeout, canary.AlwaysResolves, cancellationToken));
        await foreach (var answer in Task.WhenEach(asking))
        {
            if ((await answer).IsGood)
            {
                return true;
            }
        }

        return false;
    }
}
