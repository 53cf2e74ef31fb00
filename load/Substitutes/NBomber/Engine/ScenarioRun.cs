using System.Collections.Concurrent;
using System.Collections.Immutable;
using NBomber.Contracts;
using NBomber.Contracts.Stats;
using Serilog;

namespace NBomber.Engine;

/// <summary>One scenario on its way through a session.</summary>
internal sealed class ScenarioRun(ScenarioProps scenario, ILogger log, CancellationTokenSource stop)
{
    /// <summary>The longest wait for iterations that still run when the load has ended.</summary>
    private static readonly TimeSpan CompletionTimeout = TimeSpan.FromMinutes(1);

    public async Task InitAsync()
    {
        try
        {
            await (scenario.Init?.Invoke(new InitContext(Info(scenario.Duration, ScenarioOperation.Init), log)) ?? Task.CompletedTask);
        }
        catch (Exception exception)
        {
            throw new InvalidOperationException($"Init of scenario '{scenario.ScenarioName}' failed: {exception.Message}", exception);
        }
    }

    public async Task CleanAsync()
    {
        try
        {
            await (scenario.Clean?.Invoke(new InitContext(Info(scenario.Duration, ScenarioOperation.Clean), log)) ?? Task.CompletedTask);
        }
        catch (Exception exception)
        {
            log.Error(exception, "Clean of scenario {Scenario} failed", scenario.ScenarioName);
        }
    }

    /// <summary>The scenario's first level of load, held for the warm-up's duration; nothing of it is counted.</summary>
    public async Task WarmUpAsync()
    {
        if (scenario.WarmUp is { } duration && duration > TimeSpan.Zero
            && WarmUpLoad.Of(scenario.LoadSimulations, duration) is { } simulation)
        {
            await LoadAsync([simulation], duration, ScenarioOperation.WarmUp);
        }
    }

    public Task<NodeStats> BombAsync() => LoadAsync(scenario.LoadSimulations, scenario.Duration, ScenarioOperation.Bombing);

    private async Task<NodeStats> LoadAsync(ImmutableArray<LoadSimulation> simulations, TimeSpan duration, ScenarioOperation operation)
    {
        var instances = new ConcurrentQueue<ScenarioInstance>();
        var failures = new FailureLimit(scenario, stop, log);
        var info = Info(duration, operation);
        ScenarioInstance NewInstance()
        {
            var instance = new ScenarioInstance(scenario.Run, info, log, stop, failures);
            instances.Enqueue(instance);
            return instance;
        }

        var open = simulations.Any(simulation => simulation.IsOpen) ? new OpenModel(simulations, NewInstance, stop.Token) : null;
        var load = open?.RunAsync() ?? new ClosedModel(simulations, NewInstance, stop.Token).RunAsync();
        try
        {
            await load.WaitAsync(duration + CompletionTimeout, CancellationToken.None);
        }
        catch (TimeoutException)
        {
            log.Warning(
                "Scenario {Scenario}: iterations still ran {Timeout} after its end and were given up",
                scenario.ScenarioName,
                CompletionTimeout);
        }

        if (open is { NotStarted: > 0 })
        {
            log.Warning("Scenario {Scenario}: {Count} arrivals were due and not started", scenario.ScenarioName, open.NotStarted);
        }

        return new NodeStats
        {
            AllOkCount = instances.Sum(instance => instance.OkCount),
            AllFailCount = instances.Sum(instance => instance.FailCount),
            AllBytes = instances.Sum(instance => instance.Bytes),
            NotStarted = open?.NotStarted ?? 0,
        };
    }

    private ScenarioInfo Info(TimeSpan duration, ScenarioOperation operation) => new(scenario.ScenarioName, duration, operation);

    private sealed record InitContext(ScenarioInfo ScenarioInfo, ILogger Logger) : IScenarioInitContext;
}
