using Analyzer.Service.Features.Overload;
using Batching;
using Hosting.Overload;

namespace Analyzer.Service.Tests.Overload;

public sealed class QueueSignalTests
{
    private readonly ManualTime _time = new();

    [Fact]
    public void Take_SeveralWaits_IsTheShortestOnce()
    {
        var shortest = new ShortestWait();
        shortest.Take().ShouldBeNull();

        shortest.Saw(TimeSpan.FromMilliseconds(5));
        shortest.Saw(TimeSpan.FromMilliseconds(3));
        shortest.Saw(TimeSpan.FromMilliseconds(4));

        shortest.Take().ShouldBe(TimeSpan.FromMilliseconds(3));
        shortest.Take().ShouldBeNull();
    }

    [Fact]
    public void Probe_PoolThatIsBusy_TellsHowLongSoFarAndInTheEnd()
    {
        var queued = new Queue<IThreadPoolWorkItem>();
        var pool = new PoolQueueSignal(queued.Enqueue, () => queued.Count, processors: 1, _time);
        pool.TakeShortest().ShouldBeNull();

        pool.Probe();
        pool.Probe(); // one is under way
        _time.Advance(TimeSpan.FromMilliseconds(4));
        pool.TakeShortest().ShouldBe(TimeSpan.FromMilliseconds(4));
        _time.Advance(TimeSpan.FromMilliseconds(5));
        queued.Dequeue().Execute();

        pool.TakeShortest().ShouldBe(TimeSpan.FromMilliseconds(9));
        pool.TakeShortest().ShouldBeNull();
        queued.ShouldBeEmpty();
        pool.Probe();
        queued.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 20)]
    public void BatchCommitted_SavesLeftBehind_WaitedForAWholeBatch(int left, int milliseconds)
    {
        var metrics = new StoreNoise();
        var store = new StoreQueue(metrics, _time);

        store.BatchTaken(left);
        store.BatchCommitted(512, waiting: 300, TimeSpan.FromMilliseconds(20));

        store.TakeShortest().ShouldBe(TimeSpan.FromMilliseconds(milliseconds));
        store.TakeShortest().ShouldBeNull();
        metrics.Committed.ShouldBe(1);
    }

    /// <summary>Otherwise a store that hangs would look like one with nothing to do, and the limit would rise.</summary>
    [Fact]
    public void BatchTaken_FlushThatHangs_IsWaitedForAsLongAsItIsUnderWay()
    {
        var store = new StoreQueue(new StoreNoise(), _time);

        store.BatchTaken(left: 0);
        _time.Advance(StoreQueue.Patience);
        store.TakeShortest().ShouldBeNull();
        _time.Advance(TimeSpan.FromSeconds(1));
        store.TakeShortest().ShouldBe(StoreQueue.Patience + TimeSpan.FromSeconds(1));

        store.BatchCommitted(1, waiting: 0, StoreQueue.Patience + TimeSpan.FromSeconds(1));
        store.TakeShortest().ShouldBe(TimeSpan.Zero); // it ended, and left nobody behind
        _time.Advance(TimeSpan.FromSeconds(9));
        store.TakeShortest().ShouldBeNull();
    }

    private sealed class StoreNoise : IBatchObserver
    {
        public int Committed { get; private set; }

        public void BatchCommitted(int size, int waiting, TimeSpan elapsed) => Committed++;

        public void BatchFailed(int size, int waiting, TimeSpan elapsed)
        {
        }

        public void WriteRefused()
        {
        }
    }
}
