using System.Diagnostics;
using Load.Corpus;
using Load.Transports;

namespace Load.Recording;

/// <summary>
/// What one request at a time needs for itself: a caller, a place to make fresh files, a clock, a deadline, and the samples so far. Lanes share
/// nothing while requests run.
/// </summary>
internal sealed class Lane(ICaller caller, FreshFile fresh, TimeSpan timeout, CancellationToken stop) : IDisposable
{
    private CancellationTokenSource _deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);

    public ICaller Caller => caller;

    /// <summary>Of measured requests.</summary>
    public List<Sample> Samples { get; } = new(capacity: 1024);

    /// <summary>Numbers the requests of all lanes of a recorder, from 0.</summary>
    public long Ordinal { get; set; }

    /// <summary>When the clock was started: Stopwatch ticks.</summary>
    public long Started { get; private set; }

    /// <summary>Ends the request when its time is over, or the lab is stopped.</summary>
    public CancellationToken Deadline => _deadline.Token;

    /// <summary>A file that nobody has seen; valid until the next.</summary>
    public Upload Freshen(SourceFile source) => fresh.Of(source);

    /// <summary>Starts the clock. What is not part of the request itself, the caller has done before.</summary>
    public void Start()
    {
        if (!_deadline.TryReset())
        {
            _deadline.Dispose();
            _deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);
        }

        _deadline.CancelAfter(timeout);
        Started = Stopwatch.GetTimestamp();
    }

    public void Dispose()
    {
        caller.Dispose();
        fresh.Dispose();
        _deadline.Dispose();
    }
}
