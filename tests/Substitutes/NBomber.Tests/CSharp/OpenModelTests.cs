using System.Collections.Concurrent;
using System.Diagnostics;
using NBomber.Contracts;
using NBomber.CSharp;

namespace NBomber.Tests.CSharp;

public sealed class OpenModelTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task Run_Inject_StartsExactlyWhatWasAskedFor()
    {
        var starts = new ConcurrentBag<long>();
        var scenario = Define("open", _ =>
        {
            starts.Add(Stopwatch.GetTimestamp());
            return Task.FromResult<IResponse>(Response.Ok());
        }, Simulation.Inject(200, Second, Second));

        var before = Stopwatch.GetTimestamp();
        var stats = await RunAsync(scenario);

        stats.AllOkCount.ShouldBe(200);
        stats.NotStarted.ShouldBe(0);
        var due = 0L;
        foreach (var start in starts.Order())
        {
            (start - before).ShouldBeGreaterThanOrEqualTo(due++ * Stopwatch.Frequency / 200); // never early
        }
    }

    [Fact]
    public async Task Run_IterationsThatNeverEnd_DoNotHoldBackTheNext()
    {
        var started = 0;
        var release = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var scenario = Define("stuck", async _ =>
        {
            if (Interlocked.Increment(ref started) == 100)
            {
                release.SetResult();
            }

            await release.Task;
            return Response.Ok();
        }, Simulation.Inject(100, Second, Second));

        var stats = await RunAsync(scenario);

        stats.AllOkCount.ShouldBe(100);
    }

    [Fact]
    public async Task Run_StoppedHalfWay_CountsWhatItDidNotStart()
    {
        var started = 0;
        var scenario = Define("stopped", context =>
        {
            if (Interlocked.Increment(ref started) == 10)
            {
                context.StopCurrentTest("enough");
            }

            return Task.FromResult<IResponse>(Response.Ok());
        }, Simulation.Inject(10, Second, 60 * Second));

        var stats = await RunAsync(scenario);

        stats.AllOkCount.ShouldBe(started);
        stats.NotStarted.ShouldBe(600 - started);
    }

    [Fact]
    public void Arrivals_AnyRate_AreSpacedEvenlyAndNoneIsLost()
    {
        Arrivals(4, Second, 2 * Second).Select(time => time.TotalMilliseconds).ShouldBe([0, 250, 500, 750, 1000, 1250, 1500, 1750]);
        Arrivals(2, 4 * Second, 6 * Second).Select(time => time.TotalSeconds).ShouldBe([0, 2, 4]);
        Arrivals(7, Second, 3600 * Second).Length.ShouldBe(7 * 3600);
        Arrivals(0, Second, Second).ShouldBeEmpty();
    }

    private static TimeSpan[] Arrivals(int rate, TimeSpan interval, TimeSpan during) =>
        [.. new LoadSimulation.Inject(rate, interval, during).Arrivals()];

    private static ScenarioProps Define(string name, Func<IScenarioContext, Task<IResponse>> run, params LoadSimulation[] load) =>
        Scenario.Create(name, run).WithoutWarmUp().WithLoadSimulations(load);

    private static Task<Contracts.Stats.NodeStats> RunAsync(ScenarioProps scenario) =>
        Task.Run(() => NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run()).Within();
}
