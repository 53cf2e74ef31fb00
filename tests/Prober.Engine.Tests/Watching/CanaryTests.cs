using Prober.Engine.Watching;

namespace Prober.Engine.Tests.Watching;

public sealed class CanaryTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void Turn_WhileTheCanaryIsAway_IsLag()
    {
        var (lag, landed) = (new OwnLag(), new TaskCompletionSource());
        var canary = new Canary(_ => landed.Task);

        canary.Turn(1000, () => 1000, lag, Token);
        canary.Turn(1700, () => 1700, lag, Token);

        lag.Longest(1000, 1700).ShouldBe(700);
        lag.Longest(0, 900).ShouldBe(0);
    }

    [Fact]
    public async Task Turn_AfterTheCanaryIsBack_SendsTheNext()
    {
        var (lag, flights) = (new OwnLag(), 0);
        var canary = new Canary(_ =>
        {
            flights++;
            return flights == 1 ? Task.FromCanceled(new(canceled: true)) : Task.CompletedTask; // one that fails is back, too
        });
        canary.Turn(1000, () => 1040, lag, Token);
        canary.Turn(1050, () => 1050, lag, Token); // too soon
        flights.ShouldBe(1);
        lag.Longest(1000, 1050).ShouldBe(40);

        await Deadline.UntilAsync(() =>
        {
            canary.Turn(1100, () => 1100, lag, Token);
            return flights == 2;
        });
    }

    [Fact]
    public async Task Turn_OfTheRealOnes_Lands()
    {
        using var stopping = new CancellationTokenSource();
        foreach (var canary in (Canary[])[Canary.ThreadPool, Canary.Connection(stopping.Token)])
        {
            var lag = new OwnLag();

            // It is back at a moment that only its end reads.
            canary.Turn(1000, () => 1033, lag, stopping.Token);

            await Deadline.UntilAsync(() => lag.Longest(1000, 1033) == 33);
        }

        await stopping.CancelAsync();
    }
}
