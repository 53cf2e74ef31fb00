using Gateway.Features.Upstream;
using Hosting.Errors;

namespace Gateway.Features.Backends;

/// <summary>One analyzer, or another gRPC server, behind the gateway: its way, its state, and the calls it has.</summary>
/// <param name="address">The address of its gRPC port.</param>
/// <param name="upstream">The way to it.</param>
/// <param name="slowStart">How long it is spared after it came back.</param>
/// <param name="time">Measures that.</param>
internal sealed class Backend(Uri address, IUpstream upstream, TimeSpan slowStart, TimeProvider time) : IDisposable
{
    /// <summary>The share of calls that a backend gets at the moment of its return.</summary>
    private const double FirstShare = 0.1;

    private readonly Lock _gate = new();
    private BackendState _state = BackendState.Unknown;
    private bool _hasServed;
    private long? _returned;
    private readonly Dictionary<CallKind, (long Until, Error Error)> _pushbacks = [];
    private int _inFlight;
    private bool _removed;
    private bool _disposed;

    public Uri Address => address;

    public IUpstream Upstream => upstream;

    public Outliers Outliers { get; } = new(time);

    /// <summary>What is known of it; replaced as a whole.</summary>
    public BackendState State
    {
        get => Volatile.Read(ref _state);
        set
        {
            lock (_gate)
            {
                if (value.Serving && !_state.Serving && _hasServed)
                {
                    _returned = time.GetTimestamp();
                    Outliers.Returned();
                }

                _hasServed |= value.Serving;
                Volatile.Write(ref _state, value);
            }
        }
    }

    public int InFlight => Volatile.Read(ref _inFlight);

    /// <summary>
    /// Its load, to be compared with that of others. One that has just come back - it did not serve, or was left out - seems busier than
    /// it is: its code is not compiled and its caches are cold, and all callers at once would find out.
    /// </summary>
    public double Load => (InFlight + 1) / Share;

    private double Share
    {
        get
        {
            long? returned;
            lock (_gate)
            {
                returned = _returned;
            }

            returned = Outliers.LastEjectionEnd is { } end && !(end < returned) ? end : returned;
            return returned is { } since && time.GetElapsedTime(since) is var passed && passed < slowStart
                ? Math.Max(FirstShare, passed / slowStart)
                : 1;
        }
    }

    /// <returns>Null when it did not ask to be left alone with such calls, or the time is over.</returns>
    public Pushback? PushbackOf(CallKind kind)
    {
        lock (_gate)
        {
            return _pushbacks.TryGetValue(kind, out var pushback)
                && time.GetElapsedTime(time.GetTimestamp(), pushback.Until) is var left
                && left > TimeSpan.Zero ? new(pushback.Error, left) : null;
        }
    }

    /// <param name="kind">The kind of the calls that it does not want.</param>
    /// <param name="refusal">Says for how long.</param>
    public void PushedBack(CallKind kind, Error refusal)
    {
        lock (_gate)
        {
            var wait = refusal.RetryAfter ?? TimeSpan.Zero;
            _pushbacks[kind] = (time.GetTimestamp() + (long)(wait.TotalSeconds * time.TimestampFrequency), refusal);
        }
    }

    /// <returns>False when it was removed.</returns>
    public bool TryBegin()
    {
        Interlocked.Increment(ref _inFlight);
        if (!Volatile.Read(ref _removed))
        {
            return true;
        }

        End();
        return false;
    }

    public void End()
    {
        if (Interlocked.Decrement(ref _inFlight) == 0)
        {
            DisposeWhenDrained();
        }
    }

    /// <summary>Nobody takes it any more; it is closed when its last call ends.</summary>
    public void Remove()
    {
        Interlocked.Exchange(ref _removed, true); // a full fence, as in TryBegin: one of the two sees the other
        DisposeWhenDrained();
    }

    public void Dispose()
    {
        lock (_gate)
        {
            if (_disposed)
            {
                return;
            }

            _disposed = true;
        }

        upstream.Dispose();
    }

    private void DisposeWhenDrained()
    {
        if (Volatile.Read(ref _removed) && InFlight == 0)
        {
            Dispose();
        }
    }
}

/// <summary>A backend asked to be left alone.</summary>
/// <param name="Error">The refusal with which it asked for it, and for how long.</param>
/// <param name="Left">The time that is left of that.</param>
internal readonly record struct Pushback(Error Error, TimeSpan Left)
{
    /// <summary>The golden ratio's fractional part: its multiples fill an interval evenly, however many they are.</summary>
    private const double Step = 0.6180339887498949;

    /// <summary>
    /// The same for the next client. It is told a time of its own, up to as much later as the backend asked for, or all who are refused
    /// meanwhile would return at one moment.
    /// </summary>
    /// <param name="number">The number of the client.</param>
    public Error ForTheNext(uint number) => Error with { RetryAfter = Left + ((Error.RetryAfter ?? Left) * (number * Step % 1)) };
}

/// <summary>What the watch of a backend has learnt.</summary>
/// <param name="Alive">It answers.</param>
/// <param name="Serving">It says that it is ready, or has no health service, and answers.</param>
/// <param name="RendersJson">It can answer for REST.</param>
/// <param name="Note">For readiness and the log.</param>
/// <param name="Store">Names its store, which no other backend with another one serves beside; null when it tells none.</param>
internal sealed record BackendState(bool Alive, bool Serving, bool RendersJson, string Note, string? Store = null)
{
    /// <summary>It may render JSON: should it refuse to describe itself, its refusals have the same form for all.</summary>
    public static BackendState Unknown { get; } = new(Alive: false, Serving: false, RendersJson: true, "It was not asked yet.");
}

/// <summary>Calls that are alike in what may be done with them.</summary>
internal enum CallKind
{
    /// <summary>A question that has the same answer everywhere, and changes nothing.</summary>
    Question,

    /// <summary>An upload: a report's identity is its content, so that twice is once.</summary>
    Upload,

    /// <summary>A deletion, or a method that the gateway does not know.</summary>
    Other,
}
