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

    private static ScenarioProps Define(string name, Func<IScenarioContext, Task<IResponse>> run, params LoadSimulation[] load) =>
        Scenario.Create(name, run).WithoutWarmUp().WithLoadSimulations(load);

    private static Task<Contracts.Stats.NodeStats> RunAsync(params ScenarioProps[] scenarios) =>
        Task.Run(() => NBomberRunner.RegisterScenarios(scenarios).WithoutReports().Run()).Within();
}
