using Gateway.Features.Upstream;

namespace Gateway.Features.Backends;

/// <summary>One analyzer, or another gRPC server, behind the gateway: its connection, its state, and its current calls.</summary>
/// <param name="address">The address of its gRPC port.</param>
/// <param name="upstream">The connection to it.</param>
/// <param name="slowStart">How long it gets fewer calls after it came back.</param>
/// <param name="time">Measures that time.</param>
internal sealed class Backend(Uri address, IUpstream upstream, TimeSpan slowStart, TimeProvider time) : IDisposable
{
    /// <summary>The share of calls that a backend gets just after it came back.</summary>
    private const double FirstShare = 0.1;

    private readonly Lock _gate = new();
    private BackendState _state = BackendState.Unknown;
    private bool _hasServed;
    private long? _returned;
    private readonly RefusalBudget[] _budgets = [.. Enum.GetValues<CallKind>().Select(_ => new RefusalBudget(time))];
    private int _inFlight;
    private bool _removed;
    private bool _disposed;

    public Uri Address => address;

    public IUpstream Upstream => upstream;

    public Outliers Outliers { get; } = new(time);

    /// <summary>The gateway's knowledge of it; replaced as a whole.</summary>
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
    /// Its load, for the comparison with other backends. A backend that has just come back counts as busier than it is: its code is not
    /// compiled and its caches are cold, so it should not get all callers at once.
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

    /// <summary>For calls of this kind.</summary>
    public RefusalBudget BudgetOf(CallKind kind) => _budgets[(int)kind];

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

    /// <summary>Nobody can lease it any more; it is closed when its last call ends.</summary>
    public void Remove()
    {
        Interlocked.Exchange(ref _removed, true); // a full fence, as in TryBegin, so that one of the two sees the other's write
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

/// <summary>The results of watching a backend.</summary>
/// <param name="Alive">It answers.</param>
/// <param name="Serving">It says that it is ready, or it answers and has no health service.</param>
/// <param name="RendersJson">It can answer in JSON.</param>
/// <param name="Note">An explanation for readiness and the log.</param>
/// <param name="Store">Identifies its store; all serving backends have to share one. Null when it names none.</param>
internal sealed record BackendState(bool Alive, bool Serving, bool RendersJson, string Note, string? Store = null)
{
    /// <summary>It may be able to render JSON: even if it refuses to describe itself, its refusals have the common form.</summary>
    public static BackendState Unknown { get; } = new(Alive: false, Serving: false, RendersJson: true, "It was not asked yet.");
}

/// <summary>Calls that may be handled in the same way after a failure.</summary>
internal enum CallKind
{
    /// <summary>A read: every backend gives the same answer, and nothing changes.</summary>
    Question,

    /// <summary>An upload: the content identifies the report, so sending it twice has the same effect as once.</summary>
    Upload,

    /// <summary>A deletion, or a method that the gateway does not know.</summary>
    Other,
}
