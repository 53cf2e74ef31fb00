using System.Runtime.CompilerServices;

namespace Analyzer.Service.Tests.Overload.Simulation;

/// <summary>
/// One processor behind one queue, in a time that only passes when all that is to be done now has been done: the thread pool of a service
/// that is busy, without threads or a clock. Whatever runs on it goes the same way each time.
/// </summary>
internal sealed class VirtualProcessor
{
    private readonly PriorityQueue<Action, (long At, long Order)> _events = new();
    private readonly Queue<IThreadPoolWorkItem> _ready = new();
    private long _order;
    private bool _isBusy;

    public ManualTime Time { get; } = new();

    /// <summary>Since the beginning.</summary>
    public TimeSpan Now { get; private set; }

    /// <summary>Work that waits for the processor.</summary>
    public long Waiting => _ready.Count;

    /// <summary>Behind all that waits for the processor.</summary>
    public void Enqueue(IThreadPoolWorkItem work) => _ready.Enqueue(work);

    /// <inheritdoc cref="Enqueue(IThreadPoolWorkItem)"/>
    public void Enqueue(Action then) => Enqueue(new Item(then));

    /// <summary>Keeps the processor for so long.</summary>
    public Step Work(TimeSpan time) => new(then =>
    {
        _isBusy = true;
        At(Now + time, () =>
        {
            _isBusy = false;
            then();
        });
    });

    /// <summary>Leaves the processor, and comes back through the queue when so much time has passed, as what was received does.</summary>
    public Step Wait(TimeSpan time) => new(then => At(Now + time, () => Enqueue(then)));

    /// <summary>At a time of the simulation, on no processor.</summary>
    public void At(TimeSpan time, Action then) => _events.Enqueue(then, (time.Ticks, _order++));

    public void RunUntil(TimeSpan end)
    {
        while (true)
        {
            while (!_isBusy && _ready.TryDequeue(out var work))
            {
                work.Execute();
            }

            if (!_events.TryPeek(out var next, out var due) || due.At > end.Ticks)
            {
                return; // what is due later is for the next run
            }

            _events.Dequeue();
            Time.Advance(new TimeSpan(due.At) - Now);
            Now = new TimeSpan(due.At);
            next();
        }
    }

    /// <summary>The awaited work; it goes on when the processor says so.</summary>
    public readonly struct Step(Action<Action> begin) : ICriticalNotifyCompletion
    {
        public bool IsCompleted => false;

        public Step GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => begin(continuation);

        public void UnsafeOnCompleted(Action continuation) => begin(continuation);
    }

    private sealed class Item(Action then) : IThreadPoolWorkItem
    {
        public void Execute() => then();
    }
}
