using NBomber.Contracts;
using NBomber.CSharp;

namespace NBomber.Tests.CSharp;

public sealed class ClosedModelTests
{
    [Fact]
    public async Task Run_KeepConstant_NeverRunsMoreCopiesAndCountsEveryIteration()
    {
        var (now, most, all) = (0, 0, 0);
        var scenario = Define("closed", async context =>
        {
            Max(ref most, Interlocked.Increment(ref now));
            if (Interlocked.Increment(ref all) == 100)
            {
                context.StopCurrentTest("enough");
            }

            await Task.Delay(5, CancellationToken.None);
            Interlocked.Decrement(ref now);
            return Response.Ok();
        }, Simulation.KeepConstant(4, Long));

        var stats = await RunAsync(scenario);

        most.ShouldBe(4);
        all.ShouldBeGreaterThanOrEqualTo(100);
        stats.AllOkCount.ShouldBe(all);
        stats.AllFailCount.ShouldBe(0);
    }

    [Fact]
    public async Task Run_FunctionThatNeverWaits_StillGivesEveryCopyATurn()
    {
        var copies = new Dictionary<IScenarioContext, int>();
        var scenario = Define("busy", context =>
        {
            lock (copies)
            {
                copies[context] = 1 + copies.GetValueOrDefault(context);
                if (copies.Count == 50)
                {
                    context.StopCurrentTest("everybody had a turn");
                }
            }

            return Task.FromResult<IResponse>(Response.Ok());
        }, Simulation.KeepConstant(50, Long));

        var stats = await RunAsync(scenario);

        copies.Count.ShouldBe(50);
        stats.AllOkCount.ShouldBe(copies.Values.Sum());
    }

    [Fact]
    public async Task Run_RampingConstant_ReachesItsCopies()
    {
        var (now, most) = (0, 0);
        var scenario = Define("ramp", async context =>
        {
            Max(ref most, Interlocked.Increment(ref now));
            if (most == 3)
            {
                context.StopCurrentTest("all are there");
            }

            await Task.Delay(1, CancellationToken.None);
            Interlocked.Decrement(ref now);
            return Response.Ok();
        }, Simulation.RampingConstant(3, Short), Simulation.KeepConstant(3, Long));

        await RunAsync(scenario);

        most.ShouldBe(3);
    }

    private static readonly TimeSpan Short = TimeSpan.FromSeconds(1);

    /// <summary>The iterations end the test, so that it does not depend on how many a busy machine makes in a second.</summary>
    private static readonly TimeSpan Long = TimeSpan.FromHours(1);

    private static ScenarioProps Define(string name, Func<IScenarioContext, Task<IResponse>> run, params LoadSimulation[] load) =>
        Scenario.Create(name, run).WithoutWarmUp().WithLoadSimulations(load);

    private static Task<Contracts.Stats.NodeStats> RunAsync(ScenarioProps scenario) =>
        Task.Run(() => NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run()).Within();

    private static void Max(ref int most, int value)
    {
        for (var seen = Volatile.Read(ref most); value > seen; seen = Volatile.Read(ref most))
        {
            Interlocked.CompareExchange(ref most, value, seen);
        }
    }
}
