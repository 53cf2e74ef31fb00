using System.Collections.Concurrent;
using NBomber.Contracts;
using NBomber.CSharp;

namespace NBomber.Tests.CSharp;

public sealed class SessionTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void With_AnyChange_LeavesTheDefinitionAsItWas()
    {
        var scenario = Define("a", _ => Ok());

        var changed = scenario.WithLoadSimulations(Simulation.KeepConstant(7, Second)).WithoutWarmUp().WithMaxFailCount(1);

        changed.ShouldNotBe(scenario);
        scenario.Duration.ShouldBe(TimeSpan.FromMinutes(1));
        scenario.WarmUp.ShouldBe(TimeSpan.FromSeconds(30));
        changed.Duration.ShouldBe(Second);
    }

    [Fact]
    public async Task Run_WarmUp_ComesFirstAndIsNotCounted()
    {
        var operations = new ConcurrentQueue<ScenarioOperation>();
        var scenario = Define("warm", async context =>
        {
            operations.Enqueue(context.ScenarioInfo.ScenarioOperation);
            await Task.Delay(10, CancellationToken.None);
            return Response.Ok();
        }).WithWarmUpDuration(Second).WithLoadSimulations(Simulation.KeepConstant(1, Second));

        var stats = await RunAsync(scenario);

        operations.First().ShouldBe(ScenarioOperation.WarmUp);
        stats.AllOkCount.ShouldBe(operations.Count(operation => operation == ScenarioOperation.Bombing));
        operations.SkipWhile(operation => operation == ScenarioOperation.WarmUp)
            .ShouldAllBe(operation => operation == ScenarioOperation.Bombing);
    }

    [Fact]
    public async Task Run_InitAndClean_FrameTheLoad()
    {
        var calls = new ConcurrentQueue<string>();
        var scenario = Closed("framed", _ =>
        {
            calls.Enqueue("run");
            return Task.Delay(20, CancellationToken.None).ContinueWith<IResponse>(_ => Response.Ok(), TaskScheduler.Default);
        }).WithInit(context => Say(context, "init")).WithClean(context => Say(context, "clean"));

        await RunAsync(scenario);

        calls.First().ShouldBe("init framed Init");
        calls.Last().ShouldBe("clean framed Clean");
        calls.Count(call => call == "run").ShouldBe(calls.Count - 2);

        Task Say(IScenarioInitContext context, string what)
        {
            calls.Enqueue($"{what} {context.ScenarioInfo.ScenarioName} {context.ScenarioInfo.ScenarioOperation}");
            return Task.CompletedTask;
        }
    }

    [Fact]
    public async Task Run_InitThrows_EndsTheSessionWithItsMessage()
    {
        var ran = false;
        var scenario = Closed("broken", _ =>
        {
            ran = true;
            return Ok();
        }).WithInit(_ => throw new TimeoutException("no server"));

        var failure = await Should.ThrowAsync<InvalidOperationException>(() => RunAsync(scenario));

        failure.Message.ShouldBe("Init of scenario 'broken' failed: no server");
        ran.ShouldBeFalse();
    }

    [Fact]
    public async Task Run_CleanThrows_StillGivesTheStats()
    {
        var stats = await RunAsync(Closed("a", _ => Ok()).WithClean(_ => throw new TimeoutException("gone")));

        stats.AllOkCount.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Run_FunctionFailsOrThrows_CountsFailures()
    {
        var scenario = Closed("mixed", async context =>
        {
            await Task.Delay(1, CancellationToken.None);
            return (context.InvocationNumber % 3) switch
            {
                0 => throw new OperationCanceledException(),
                1 => Response.Fail(statusCode: "503", message: "busy"),
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
    public async Task Run_TwoScenarios_RunSideBySide()
    {
        var barrier = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var (waits, opens) = (0, 0);
        var first = Closed("waits", async _ =>
        {
            await barrier.Task;
            waits++;
            await Task.Delay(1, CancellationToken.None);
            return Response.Ok();
        });
        var second = Closed("opens", async _ =>
        {
            barrier.TrySetResult();
            opens++;
            await Task.Delay(1, CancellationToken.None);
            return Response.Ok();
        });

        var stats = await RunAsync(first, second);

        waits.ShouldBePositive();
        opens.ShouldBePositive();
        stats.AllOkCount.ShouldBe(waits + opens);
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

    private static Task<Contracts.Stats.NodeStats> RunAsync(params ScenarioProps[] scenarios) =>
        Task.Run(() => NBomberRunner.RegisterScenarios(scenarios).WithoutReports().Run()).Within();
}
