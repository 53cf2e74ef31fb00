using NBomber.Contracts;
using NBomber.CSharp;

namespace NBomber.Tests.CSharp;

public sealed class ClosedModelTests
{
    [Fact]
    public async Task Run_KeepConstant_NeverRunsMoreCopiesAndCountsEveryIteration()
    {
        var (now, most, all) = (0, 0, 0);
        var scenario = Define("closed", async _ =>
        {
            Max(ref most, Interlocked.Increment(ref now));
            Interlocked.Increment(ref all);
            await Task.Delay(5, CancellationToken.None);
            Interlocked.Decrement(ref now);
            return Response.Ok(statusCode: "200", sizeBytes: 3);
        }, Simulation.KeepConstant(4, Short));

        var stats = await RunAsync(scenario);

        most.ShouldBe(4);
        all.ShouldBeGreaterThan(4);
        stats.AllOkCount.ShouldBe(all);
        stats.AllFailCount.ShouldBe(0);
        stats.AllBytes.ShouldBe(3L * all);
        stats.ScenarioStats.Single().ScenarioName.ShouldBe("closed");
        stats.ScenarioStats.Single().Ok.Request.RPS.ShouldBe(all / Short.TotalSeconds);
    }

    [Fact]
    public async Task Run_FunctionThatNeverWaits_StillGivesEveryCopyATurn()
    {
        var copies = new Dictionary<IScenarioContext, long>();
        var scenario = Define("busy", context =>
        {
            lock (copies)
            {
                copies[context] = context.InvocationNumber;
            }

            return Task.FromResult<IResponse>(Response.Ok());
        }, Simulation.KeepConstant(50, Short));

        var stats = await RunAsync(scenario);

        copies.Count.ShouldBe(50);
        stats.AllOkCount.ShouldBe((int)copies.Values.Sum()); // invocation numbers count from 1 per copy
    }

    [Fact]
    public async Task Run_NoOpIterations_AllocateLittle()
    {
        long before = 0, after = 0;
        var scenario = Define("no-op", _ => Task.FromResult<IResponse>(Response.Ok(statusCode: "200", sizeBytes: 1)), Simulation.KeepConstant(2, Short))
            .WithInit(_ => Measure(out before))
            .WithClean(_ => Measure(out after));

        var stats = await RunAsync(scenario);

        ((after - before) / (double)stats.AllOkCount).ShouldBeLessThan(1024);

        static Task Measure(out long bytes)
        {
            bytes = GC.GetTotalAllocatedBytes(precise: true);
            return Task.CompletedTask;
        }
    }

    [Fact]
    public async Task Run_RampingConstant_ReachesItsCopies()
    {
        var (now, most) = (0, 0);
        var scenario = Define("ramp", async _ =>
        {
            Max(ref most, Interlocked.Increment(ref now));
            await Task.Delay(1, CancellationToken.None);
            Interlocked.Decrement(ref now);
            return Response.Ok();
        }, Simulation.RampingConstant(3, Short), Simulation.KeepConstant(3, Short));

        await RunAsync(scenario);

        most.ShouldBe(3);
    }

    private static readonly TimeSpan Short = TimeSpan.FromSeconds(1);

    private static ScenarioProps Define(string name, Func<IScenarioContext, Task<IResponse>> run, params LoadSimulation[] load) =>
        Scenario.Create(name, run).WithoutWarmUp().WithLoadSimulations(load);

    private static Task<Contracts.Stats.NodeStats> RunAsync(params ScenarioProps[] scenarios) =>
        Task.Run(() => NBomberRunner.RegisterScenarios(scenarios).WithoutReports().Run()).Within();

    private static void Max(ref int most, int value)
    {
        for (var seen = Volatile.Read(ref most); value > seen; seen = Volatile.Read(ref most))
        {
            Interlocked.CompareExchange(ref most, value, seen);
        }
    }
}
