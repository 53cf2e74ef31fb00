using Gateway.Features.Errors;
using Gateway.Features.Metrics;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Hosting.Errors;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Backends;

/// <summary>
/// Holds the backends and chooses among them: the one with the fewest calls in flight, ties in turn. So a stalled backend gets no more
/// calls at once, because its calls do not return. One that is full comes after the others (<see cref="RefusalBudget"/>). One that fails
/// fast would look idle, so it is ejected (<see cref="Outliers"/>); at most half of the backends are, or one bad deployment would eject
/// all.
/// </summary>
internal sealed partial class BackendPool(
    Func<Uri, IUpstream> connect, IOptions<GatewayOptions> options, GatewayMetrics metrics, TimeProvider time, ILogger<BackendPool> logger)
    : IDisposable
{
    private readonly Lock _gate = new();
    private volatile Backend[] _backends = [];
    private uint _turn;

    /// <summary>The name of the set.</summary>
    public string Name { get; init; } = GatewayOptions.DefaultSet;

    /// <summary>The gateway's own key for these backends, as <c>authorization</c> has it; null for none.</summary>
    public string? Authorization { get; init; }

    /// <summary>The backends are analyzers.</summary>
    public bool IsAnalyzers => Name == GatewayOptions.DefaultSet;

    public IReadOnlyList<Backend> Backends => _backends;

    /// <summary>Uses these backends from now on: keeps those that it already has, and drains those that are no longer listed.</summary>
    /// <returns>The new ones.</returns>
    public IReadOnlyList<Backend> Update(IReadOnlyList<Uri> addresses)
    {
        Backend[] before;
        Backend[] after;
        lock (_gate)
        {
            before = _backends;
            after = [.. addresses.Select(address =>
                Array.Find(before, backend => backend.Address == address) ?? Connect(address))];
            _backends = after;
        }

        foreach (var gone in before.Except(after))
        {
            Log.Removed(logger, gone.Address, gone.InFlight);
            gone.Remove();
        }

        return [.. after.Except(before)];
    }

    /// <param name="kind">Backends that are full of such calls come after others.</param>
    /// <param name="json">The backend has to be able to answer in JSON.</param>
    /// <param name="healthy">The backend has to be ready and not ejected.</param>
    /// <param name="tried">Backends that have failed this call.</param>
    public Result<BackendLease> Take(CallKind kind, bool json, bool healthy = false, params Backend[] tried)
    {
        var turn = tried.Length > 0 ? Volatile.Read(ref _turn) : Interlocked.Increment(ref _turn); // a repeat takes no turn
        (Error? Error, int Rank) refusal = (null, int.MaxValue);
        while (true)
        {
            // The refusal of a backend that is only full is better than the answer of one that is worse off.
            var (best, rank) = Choose(kind, json, healthy, turn, tried);
            if (best is null || rank > refusal.Rank)
            {
                return refusal.Error ?? GatewayErrors.NoBackend;
            }

            if (best.BudgetOf(kind).Refuse() is { } refused)
            {
                refusal = refusal.Error?.RetryAfter < refused.RetryAfter ? refusal : (refused, rank);
                tried = [.. tried, best];
            }
            else if (best.TryBegin())
            {
                return new BackendLease(this, best, kind);
            }
        }
    }

    /// <summary>A call failed: ejects the backend if it fails too often.</summary>
    public void Failed(Backend backend)
    {
        lock (_gate)
        {
            var others = _backends.Where(other => other != backend).ToList();
            var recent = others.Select(other => other.Outliers.Recent).ToList();
            var ejected = others.Count(other => other.Outliers.IsEjected);
            if (!backend.Outliers.IsEjected
                && (ejected + 1) * 2 <= others.Count + 1
                && backend.Outliers.ShouldBeEjected((recent.Sum(counts => counts.Calls), recent.Sum(counts => counts.Failures))))
            {
                var duration = backend.Outliers.Eject(options.Value.EjectionTime);
                metrics.Ejected();
                Log.Ejected(logger, backend.Address, duration.TotalSeconds);
            }
        }
    }

    /// <summary>
    /// Lets a backend with this store serve, unless the others have another store, even if they cannot be reached now: different stores
    /// would give different answers. The store belongs to the backend until it names none or is removed, so that two backends that arrive
    /// at the same moment cannot overlook each other.
    /// </summary>
    public bool TryClaimStore(Backend backend, string store)
    {
        lock (_gate)
        {
            if (_backends.Any(other => other != backend && other.State.Store is { } theirs && theirs != store))
            {
                return false;
            }

            backend.State = backend.State with { Store = store };
            return true;
        }
    }

    public void Dispose()
    {
        foreach (var backend in _backends)
        {
            backend.Dispose();
        }
    }

    private Backend Connect(Uri address) => new(address, connect(address), options.Value.SlowStartTime, time);

    /// <returns>The best backend, and how much is wrong with it.</returns>
    private (Backend? Best, int Rank) Choose(CallKind kind, bool json, bool healthy, uint turn, Backend[] tried)
    {
        var backends = _backends;
        (Backend? Backend, int Rank, bool IsFull, double Load) best = (null, int.MaxValue, true, double.MaxValue);
        for (var i = 0; i < backends.Length; i++)
        {
            var backend = backends[(turn + (uint)i) % (uint)backends.Length];
            var state = backend.State;
            if (tried.Contains(backend) || !state.Alive || (json && !state.RendersJson))
            {
                continue;
            }

            // A backend that is not ready, or is ejected, is better than none: it says itself what is wrong.
            var rank = (state.Serving ? 0 : 2) + (backend.Outliers.IsEjected ? 1 : 0);
            if (healthy && rank > 0)
            {
                continue;
            }

            var (full, load) = (backend.BudgetOf(kind).IsFull, backend.Load);
            if ((rank, full, load).CompareTo((best.Rank, best.IsFull, best.Load)) < 0)
            {
                best = (backend, rank, full, load);
            }
        }

        return (best.Backend, best.Rank);
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Information, "Backend {Address} was removed from the settings; {Calls} calls may still finish.")]
        public static partial void Removed(ILogger logger, Uri address, int calls);

        [LoggerMessage(2, LogLevel.Warning, "Backend {Address} fails too often, and is ejected for {Seconds} s.")]
        public static partial void Ejected(ILogger logger, Uri address, double seconds);
    }
}
