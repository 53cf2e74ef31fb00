using System.Diagnostics;
using System.Threading.Tasks.Sources;
using Hosting.Overload;
using Microsoft.Extensions.ObjectPool;

namespace Analyzer.Service.Features.Overload;

/// <summary>
/// Places for analysis, one per processor. The pieces of uploads queue for them, first come, first served. Without places they would queue
/// in the thread pool, in front of everything else that the service has to do, even refusals. For the same reason a piece with a place goes
/// behind other work if much waits for a processor: with as many threads as places it would always find its place free, and the queue would
/// be the pool's again.
/// </summary>
/// <param name="count">At least 1.</param>
/// <param name="time">Measures the waits.</param>
/// <param name="pool">Runs the pieces.</param>
internal sealed class AnalysisPlaces(int count, TimeProvider time, PoolQueueSignal pool) : IQueueSignal
{
    /// <summary>Waiters that are kept for further pieces: creating one for each was most of what a large upload allocated.</summary>
    private const int MaxIdleWaiters = 64;

    private readonly Lock _lock = new();
    private readonly LinkedList<Waiter> _waiting = [];
    private readonly ObjectPool<Waiter> _idle = new DefaultObjectPool<Waiter>(new DefaultPooledObjectPolicy<Waiter>(), MaxIdleWaiters);
    private readonly WaitCounts _waits = new();
    private readonly int _count = count;
    private int _free = count;

    /// <summary>Pieces in the queue.</summary>
    public int Waiting
    {
        get
        {
            lock (_lock)
            {
                return _waiting.Count;
            }
        }
    }

    /// <summary>Waits for a place, which <see cref="Leave"/> gives back.</summary>
    /// <param name="cancellationToken">Gives up the wait; then there is nothing to give back.</param>
    /// <returns>The time of the wait.</returns>
    public ValueTask<TimeSpan> EnterAsync(CancellationToken cancellationToken)
    {
        Waiter waiter;
        lock (_lock)
        {
            if (_free > 0 && pool.IsShort)
            {
                _free--;
                _waits.Saw(TimeSpan.Zero);
                return new(TimeSpan.Zero);
            }

            waiter = _idle.Get();
            waiter.Begin(this, time.GetTimestamp());
            if (_free == 0)
            {
                Debug.Assert(waiter.Node.List is null, "A waiter that is in the queue already must not be given to another piece.");
                _waiting.AddLast(waiter.Node);
                return waiter.WaitAsync(cancellationToken);
            }

            _free--;
        }

        pool.Enqueue(waiter);
        return waiter.WaitAsync(CancellationToken.None);
    }

    /// <summary>Returns a place: the longest waiting piece gets it.</summary>
    public void Leave()
    {
        Waiter next;
        lock (_lock)
        {
            Debug.Assert(_free == 0 || _waiting.Count == 0, "Pieces must not wait while a place is free.");
            if (_waiting.First is not { } first)
            {
                _free++;
                Debug.Assert(_free <= _count, "A place must not be given back twice: more pieces than processors would run.");
                return;
            }

            _waiting.Remove(first);
            next = first.Value;
        }

        pool.Enqueue(next);
    }

    /// <inheritdoc/>
    public bool TakeIsLong()
    {
        if (_waits.TakeAreLong() is { } areLong)
        {
            return areLong;
        }

        lock (_lock)
        {
            return _waiting.First is { } head && Elapsed(head.Value.Since) > AdaptiveLimit.MaxWait;
        }
    }

    private TimeSpan Elapsed(long since) => time.GetElapsedTime(since);

    /// <summary>Waits for a place, and then for a processor: receiving is work too, and comes before the pieces.</summary>
    private TimeSpan Waited(long since)
    {
        var wait = Elapsed(since);
        _waits.Saw(wait);
        return wait;
    }

    private void Enqueue(Waiter waiter) => pool.Enqueue(waiter);

    /// <returns>False when it already has its place.</returns>
    private bool TryRemove(Waiter waiter)
    {
        lock (_lock)
        {
            if (waiter.Node.List is null)
            {
                return false;
            }

            _waiting.Remove(waiter.Node);
            return true;
        }
    }

    /// <summary>One piece in the queue; after that, another.</summary>
    private sealed class Waiter : IValueTaskSource<TimeSpan>, IThreadPoolWorkItem
    {
        private AnalysisPlaces _places = null!;
        private ManualResetValueTaskSourceCore<TimeSpan> _source;
        private CancellationTokenRegistration _registration;
        private bool _isCancelled;

        public Waiter() => Node = new(this);

        public LinkedListNode<Waiter> Node { get; }

        public long Since { get; private set; }

        public void Begin(AnalysisPlaces places, long since) => (_places, Since) = (places, since);

        public ValueTask<TimeSpan> WaitAsync(CancellationToken cancellationToken)
        {
            _registration = cancellationToken.UnsafeRegister(static waiter => ((Waiter)waiter!).Cancel(), this);
            return new(this, _source.Version);
        }

        public void Execute()
        {
            if (_isCancelled)
            {
                _source.SetException(new OperationCanceledException(_registration.Token));
                return;
            }

            _source.SetResult(_places.Waited(Since));
        }

        public TimeSpan GetResult(short token)
        {
            _registration.Dispose(); // waits for a running cancellation: afterwards nothing refers to this waiter
            try
            {
                return _source.GetResult(token);
            }
            finally
            {
                _source.Reset();
                (_registration, _isCancelled) = (default, false);
                _places._idle.Return(this);
            }
        }

        public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _source.OnCompleted(continuation, state, token, flags);

        private void Cancel()
        {
            if (_places.TryRemove(this))
            {
                _isCancelled = true;
                _places.Enqueue(this);
            }
        }
    }
}
