using Gateway.Features.Errors;
using Gateway.Features.Metrics;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Hosting.Errors;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Backends;

/// <summary>
/// The backends, and the choice among them: the one with the least calls in flight, ties in turn. A stalled backend is so left alone at
/// once, since its calls do not return. One that fails fast would look idle: it is ejected (<see cref="Outliers"/>), but never more than
/// half of them, or one bad deployment would eject all.
/// </summary>
internal sealed partial class BackendPool(
    Func<Uri, IUpstream> connect, IOptions<GatewayOptions> options, GatewayMetrics metrics, TimeProvider time, ILogger<BackendPool> logger)
    : IDisposable
{
    private readonly Lock _gate = new();
    private volatile Backend[] _backends = [];
    private uint _turn;
    private uint _refused;

    public IReadOnlyList<Backend> Backends => _backends;

    /// <summary>Takes these backends from now on: keeps those that it has, and lets those that are gone drain.</summary>
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

    /// <param name="kind">A backend that pushed such calls back is left out.</param>
    /// <param name="json">It has to answer for REST.</param>
    /// <param name="healthy">It has to be ready, and not left out.</param>
    /// <param name="tried">They have failed this call.</param>
    public Result<BackendLease> Take(CallKind kind, bool json, bool healthy = false, params Backend[] tried)
    {
        while (true)
        {
            var (best, pushback) = Choose(kind, json, healthy, tried);
            if (best is null)
            {
                // The best that are left have asked for it: they are answered for, in the words of the one that comes back first.
                return pushback?.ForTheNext(Interlocked.Increment(ref _refused)) ?? GatewayErrors.NoBackend;
            }

            if (best.TryBegin())
            {
                return new BackendLease(this, best, kind);
            }
        }
    }

    /// <summary>A call to it failed: ejects it when it fails too often.</summary>
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
    /// Lets a backend serve that keeps its reports in this store: not beside others with another store, even when those are away for
    /// now. Two stores are two worlds. It is the backend's from then on, until it tells none or is removed: two backends that come at
    /// one moment must not overlook each other.
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

    private (Backend? Best, Pushback? Pushback) Choose(CallKind kind, bool json, bool healthy, Backend[] tried)
    {
        var backends = _backends;
        var turn = tried.Length > 0 ? Volatile.Read(ref _turn) : Interlocked.Increment(ref _turn); // a repeat is nobody's turn
        (Backend? Backend, int Rank, double Load) best = (null, int.MaxValue, double.MaxValue);
        (Pushback? Shortest, int Rank) pushback = (null, int.MaxValue);
        for (var i = 0; i < backends.Length; i++)
        {
            var backend = backends[(turn + (uint)i) % (uint)backends.Length];
            var state = backend.State;
            if (tried.Contains(backend) || !state.Alive || (json && !state.RendersJson))
            {
                continue;
            }

            // One that is not ready, or ejected, is better than none: it says itself what is wrong.
            var rank = (state.Serving ? 0 : 2) + (backend.Outliers.IsEjected ? 1 : 0);
            if (healthy && rank > 0)
            {
                continue;
            }

            if (backend.PushbackOf(kind) is { } refusal)
            {
                if (rank < pushback.Rank || (rank == pushback.Rank && refusal.Left < pushback.Shortest?.Left))
                {
                    pushback = (refusal, rank);
                }

                continue;
            }

            var load = backend.Load;
            if (rank < best.Rank || (rank == best.Rank && load < best.Load))
            {
                best = (backend, rank, load);
            }
        }

        // The refusal of one that is only full is better than whatever one says that is worse off.
        return best.Rank <= pushback.Rank ? (best.Backend, null) : (null, pushback.Shortest);
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Information, "Backend {Address} was removed from the settings; {Calls} calls are left to end.")]
        public static partial void Removed(ILogger logger, Uri address, int calls);

        [LoggerMessage(2, LogLevel.Warning, "Backend {Address} fails too often, and is left out for {Seconds} s.")]
        public static partial void Ejected(ILogger logger, Uri address, double seconds);
    }
}
