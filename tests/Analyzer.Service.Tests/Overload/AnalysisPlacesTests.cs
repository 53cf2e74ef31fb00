using Analyzer.Service.Features.Overload;
using Hosting.Overload;

namespace Analyzer.Service.Tests.Overload;

public sealed class AnalysisPlacesTests
{
    private readonly ManualTime _time = new();

    [Fact]
    public async Task EnterAsync_FreePlaces_AreTakenWithoutAWait()
    {
        var places = new AnalysisPlaces(2, _time, IdlePool(_time));

        (await places.EnterAsync(CancellationToken.None)).ShouldBe(TimeSpan.Zero);
        (await places.EnterAsync(CancellationToken.None)).ShouldBe(TimeSpan.Zero);

        places.EnterAsync(CancellationToken.None).AsTask().IsCompleted.ShouldBeFalse();
        places.Waiting.ShouldBe(1);
    }

    /// <summary>
    /// With as many threads as places every piece would find its place free, and pieces would queue in the pool after all, before those
    /// that are to be refused.
    /// </summary>
    [Fact]
    public async Task EnterAsync_FreePlaceAndBusyProcessors_GoesBehindWhatTheyHaveToDo()
    {
        var queued = new Queue<IThreadPoolWorkItem>(Enumerable.Repeat(new Nothing(), PoolQueueSignal.ShortPerProcessor + 1));
        var places = new AnalysisPlaces(1, _time, new PoolQueueSignal(queued.Enqueue, () => queued.Count, processors: 1, _time));

        var entering = places.EnterAsync(CancellationToken.None);

        entering.IsCompleted.ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(3));
        while (queued.TryDequeue(out var work))
        {
            entering.IsCompleted.ShouldBeFalse();
            work.Execute();
        }

        (await entering).ShouldBe(TimeSpan.FromMilliseconds(3));
        places.TakeIsLong().ShouldBeTrue();
        places.Leave();
        (await places.EnterAsync(CancellationToken.None)).ShouldBe(TimeSpan.Zero);
    }

    [Fact]
    public void EnterAsync_FreePlaceAndAShortQueue_IsTakenAtOnce()
    {
        const int Short = 2 * PoolQueueSignal.ShortPerProcessor;
        var pool = new PoolQueueSignal(static _ => throw new InvalidOperationException(), () => Short, 2, _time);

        new AnalysisPlaces(1, _time, pool).EnterAsync(CancellationToken.None).AsTask().IsCompletedSuccessfully.ShouldBeTrue();
    }

    [Fact]
    public async Task Leave_SeveralWait_ServesThemInTheirOrder()
    {
        var places = await FullAsync();
        var order = new List<int>();
        var pieces = Enumerable.Range(0, 10).Select(number => EnterAsync(places, order, number)).ToArray();

        places.Leave();
        await Task.WhenAll(pieces).Within();

        order.ShouldBe(Enumerable.Range(0, 10));
        places.Waiting.ShouldBe(0);
    }

    [Fact]
    public async Task EnterAsync_Waits_SaysHowLong()
    {
        var places = await FullAsync();
        var waiting = places.EnterAsync(CancellationToken.None);
        _time.Advance(TimeSpan.FromMilliseconds(7));

        places.TakeIsLong().ShouldBeFalse(); // the one that filled it did not wait
        places.TakeIsLong().ShouldBeTrue(); // so far
        places.Leave();

        (await waiting.AsTask().Within()).ShouldBe(TimeSpan.FromMilliseconds(7));
        places.TakeIsLong().ShouldBeTrue();
        places.TakeIsLong().ShouldBeFalse();
    }

    [Fact]
    public void EnterAsync_ManyWaits_AllocateNothing()
    {
        var queued = new Queue<IThreadPoolWorkItem>();
        var places = new AnalysisPlaces(1, _time, new PoolQueueSignal(queued.Enqueue, () => long.MaxValue, processors: 1, _time));
        Wait(); // makes the waiter
        var before = GC.GetAllocatedBytesForCurrentThread();

        for (var piece = 0; piece < 100; piece++)
        {
            Wait();
        }

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);

        void Wait()
        {
#pragma warning disable CA2012 // Its result is taken once, when it is there; a task would allocate.
            var waiting = places.EnterAsync(CancellationToken.None).GetAwaiter();
#pragma warning restore CA2012
            waiting.IsCompleted.ShouldBeFalse();
            queued.Dequeue().Execute();
            waiting.GetResult();
            places.Leave();
        }
    }

    [Fact]
    public async Task EnterAsync_CancelledWait_LeavesNothingToTheNext()
    {
        var places = await FullAsync();
        using var gone = new CancellationTokenSource();
        var first = places.EnterAsync(gone.Token).AsTask();
        await gone.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(first.Within());

        var next = places.EnterAsync(CancellationToken.None).AsTask();
        _time.Advance(TimeSpan.FromMilliseconds(2));
        places.Leave();

        (await next.Within()).ShouldBe(TimeSpan.FromMilliseconds(2));
    }

    [Fact]
    public async Task EnterAsync_Cancelled_LeavesTheQueueToTheOthers()
    {
        var places = await FullAsync();
        using var gone = new CancellationTokenSource();
        var first = places.EnterAsync(gone.Token).AsTask();
        var second = places.EnterAsync(CancellationToken.None).AsTask();

        await gone.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(first.Within());
        places.Waiting.ShouldBe(1);
        places.Leave();
        await second.Within();
    }

    [Fact]
    public async Task EnterAsync_CancelledBefore_TakesNoPlaceFromTheQueue()
    {
        var places = await FullAsync();

        await Should.ThrowAsync<OperationCanceledException>(places.EnterAsync(new CancellationToken(canceled: true)).AsTask().Within());

        places.Leave();
        places.EnterAsync(CancellationToken.None).AsTask().IsCompleted.ShouldBeTrue();
    }

    /// <summary>Places are given and taken, and pieces leave the queue, all at once: in the end every place is there.</summary>
    [Fact]
    public async Task EnterAsync_ManyComeAndGiveUp_NoPlaceIsLostOrGivenTwice()
    {
        const int Count = 3;
        var places = new AnalysisPlaces(Count, TimeProvider.System, IdlePool(TimeProvider.System));
        var (inside, most) = (0, 0);
        await Task.WhenAll(Enumerable.Range(0, 64).Select(number => Task.Run(async () =>
        {
            for (var round = 0; round < 50; round++)
            {
                using var impatience = new CancellationTokenSource();
                var entering = places.EnterAsync(impatience.Token).AsTask();
                if ((number + round) % 3 == 0)
                {
                    await impatience.CancelAsync();
                }

                await ((Task)entering).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                if (entering.IsCompletedSuccessfully)
                {
                    var now = Interlocked.Increment(ref inside);
                    Interlocked.CompareExchange(ref most, now, now - 1);
                    now.ShouldBeLessThanOrEqualTo(Count);
                    await Task.Yield();
                    Interlocked.Decrement(ref inside);
                    places.Leave();
                }
            }
        }))).Within();

        most.ShouldBeGreaterThan(0);
        places.Waiting.ShouldBe(0);
        for (var i = 0; i < Count; i++)
        {
            places.EnterAsync(CancellationToken.None).AsTask().IsCompleted.ShouldBeTrue();
        }

        places.EnterAsync(CancellationToken.None).AsTask().IsCompleted.ShouldBeFalse();
    }

    private async Task<AnalysisPlaces> FullAsync()
    {
        var places = new AnalysisPlaces(1, _time, IdlePool(_time));
        await places.EnterAsync(CancellationToken.None);
        return places;
    }

    private static async Task EnterAsync(AnalysisPlaces places, List<int> order, int number)
    {
        await places.EnterAsync(CancellationToken.None);
        order.Add(number);
        places.Leave();
    }

    /// <summary>The pool of this process, as if nothing ever waited in it.</summary>
    private static PoolQueueSignal IdlePool(TimeProvider time) =>
        new(static work => ThreadPool.UnsafeQueueUserWorkItem(work, preferLocal: false), static () => 0, processors: 1, time);

    private sealed class Nothing : IThreadPoolWorkItem
    {
        public void Execute()
        {
        }
    }
}
