using Load.Machine;
using Load.Systems.Analyzer.Abuse;
using Load.Systems.Analyzer.Operations;

namespace Load.Tests.Systems.Analyzer.Abuse;

public sealed class StartCounterTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>A row without a start would make a run fail that had to show only that starts work.</summary>
    [Fact]
    public async Task PassAsync_StartThatTakesLongerThanTheIteration_IsWaitedFor()
    {
        var ready = new TaskCompletionSource<RunningAnalyzer>(TaskCreationOptions.RunContinuationsAsynchronously);
        var never = new TaskCompletionSource<RunningAnalyzer>();
        var starts = 0;

        // The second start takes until the end: starts that take no time would follow each other on the thread of this test, for ever.
        await using var counter = new StartCounter(stop => (++starts == 1 ? ready : never).Task.WaitAsync(stop), Token);

        var passed = counter.PassAsync(TimeSpan.Zero, TimeProvider.System, Token);

        passed.IsCompleted.ShouldBeFalse();
        ready.SetResult(null!); // what has started is of no interest here
        await passed.Within();
        (await counter.ReadAsync(Token)).Total.ShouldBe(1);
    }

    [Fact]
    public async Task PassAsync_StartThatFails_TellsWhy()
    {
        await using var counter = new Disposable(new StartCounter(
            _ => Task.FromException<RunningAnalyzer>(new LabException("the port is taken")), Token));

        (await Should.ThrowAsync<LabException>(counter.Counter.PassAsync(TimeSpan.Zero, TimeProvider.System, Token)))
            .Message.ShouldBe("the port is taken");
    }

    /// <summary>A counter whose work failed says so a second time when it is disposed.</summary>
    private sealed record Disposable(StartCounter Counter) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync() =>
            await Counter.DisposeAsync().AsTask().ContinueWith(_ => { }, TaskScheduler.Default);
    }
}
