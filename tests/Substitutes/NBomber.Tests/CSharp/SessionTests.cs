using NBomber.Contracts;
using NBomber.CSharp;

namespace NBomber.Tests.CSharp;

public sealed class SessionTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task Run_FunctionFailsOrThrows_CountsFailures()
    {
        var number = 0;
        var scenario = Closed("mixed", async _ =>
        {
            await Task.Delay(1, CancellationToken.None);
            return (++number % 3) switch
            {
                0 => throw new OperationCanceledException(),
                1 => Response.Fail(message: "busy"),
                _ => Response.Ok(),
            };
        });

        var stats = await RunAsync(scenario);

        stats.AllRequestCount.ShouldBe(stats.AllOkCount + stats.AllFailCount);
        stats.AllFailCount.ShouldBeInRange(stats.AllOkCount, 2 * stats.AllOkCount + 2);
    }

    [Fact]
    public async Task Run_MoreFailuresThanAllowed_EndsTheSession()
    {
        var scenario = Define("failing", async _ =>
        {
            await Task.Yield();
            return Response.Fail();
        }).WithoutWarmUp().WithMaxFailCount(10).WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1)));

        var stats = await RunAsync(scenario);

        stats.AllFailCount.ShouldBe(11);
    }

    [Fact]
    public async Task Run_InvalidSession_SaysWhy()
    {
        var failure = await Should.ThrowAsync<InvalidOperationException>(() => RunAsync(Define("a", _ => Ok())
            .WithoutWarmUp().WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.Zero))));

        failure.Message.ShouldStartWith("Scenario 'a' has a simulation of 00:00:00");
    }

    private static Task<IResponse> Ok() => Task.FromResult<IResponse>(Response.Ok());

    private static ScenarioProps Define(string name, Func<IScenarioContext, Task<IResponse>> run) => Scenario.Create(name, run);

    private static ScenarioProps Closed(string name, Func<IScenarioContext, Task<IResponse>> run) =>
        Define(name, run).WithoutWarmUp().WithLoadSimulations(Simulation.KeepConstant(1, Second));

    private static Task<Contracts.Stats.NodeStats> RunAsync(ScenarioProps scenario) =>
        Task.Run(() => NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run()).Within();
}
