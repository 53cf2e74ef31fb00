using Analyzer.Service.Features.Overload;
using Batching;
using Hosting.Overload;

namespace Analyzer.Service.Tests.Overload;

public sealed class QueueSignalTests
{
    private readonly ManualTime _time = new();

    /// <summary>An overload whose sender runs in turn with the service leaves a moment without a queue in every interval.</summary>
    [Theory]
    [InlineData(3, 0, true)]
    [InlineData(3, 2, true)]
    [InlineData(2, 2, false)]
    [InlineData(0, 3, false)]
    public void TakeAreLong_SomeWaits_IsWhatMostWereOnce(int longOnes, int shortOnes, bool areLong)
    {
        var waits = new WaitCounts();
        waits.TakeAreLong().ShouldBeNull();

        See(longOnes, AdaptiveLimit.MaxWait + TimeSpan.FromTicks(1));
        See(shortOnes, AdaptiveLimit.MaxWait);

        waits.TakeAreLong().ShouldBe(areLong);
        waits.TakeAreLong().ShouldBeNull();

        void See(int count, TimeSpan wait)
        {
            for (var i = 0; i < count; i++)
            {
                waits.Saw(wait);
            }
        }
    }

    [Fact]
    public void Probe_PoolThatIsBusy_TellsHowLongSoFarAndInTheEnd()
    {
        var queued = new Queue<IThreadPoolWorkItem>();
        var pool = new PoolQueueSignal(queued.Enqueue, () => queued.Count, processors: 1, _time);
        pool.TakeIsLong().ShouldBeFalse();

        pool.Probe();
        pool.Probe(); // one is under way
        pool.TakeIsLong().ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(4));
        pool.TakeIsLong().ShouldBeTrue();
        _time.Advance(TimeSpan.FromMilliseconds(5));
        queued.Dequeue().Execute();

        pool.TakeIsLong().ShouldBeTrue();
        pool.TakeIsLong().ShouldBeFalse();
        queued.ShouldBeEmpty();
        pool.Probe();
        queued.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    public void BatchCommitted_SavesLeftBehind_WaitedForAWholeBatch(int left, bool isLong)
    {
        var metrics = new StoreNoise();
        var store = new StoreQueue(metrics, _time);

        store.BatchTaken(left);
        store.BatchCommitted(512, waiting: 300, TimeSpan.FromMilliseconds(20));

        store.TakeIsLong().ShouldBe(isLong);
        store.TakeIsLong().ShouldBeFalse();
        metrics.Committed.ShouldBe(1);
    }

    /// <summary>Otherwise a store that hangs would look like one with nothing to do, and the limit would rise.</summary>
    [Fact]
    public void BatchTaken_FlushThatHangs_IsWaitedForAsLongAsItIsUnderWay()
    {
        var store = new StoreQueue(new StoreNoise(), _time);

        store.BatchTaken(left: 0);
        _time.Advance(StoreQueue.Patience);
        store.TakeIsLong().ShouldBeFalse();
        _time.Advance(TimeSpan.FromSeconds(1));
        store.TakeIsLong().ShouldBeTrue();

        store.BatchCommitted(1, waiting: 0, StoreQueue.Patience + TimeSpan.FromSeconds(1));
        store.TakeIsLong().ShouldBeFalse(); // it ended, and left nobody behind
        _time.Advance(TimeSpan.FromSeconds(9));
        store.TakeIsLong().ShouldBeFalse();
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
