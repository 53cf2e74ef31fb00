using System.Collections.Concurrent;
using NBomber.Contracts;
using NBomber.Contracts.Stats;

namespace NBomber.Engine;

/// <summary>The run of a scenario.</summary>
internal sealed class Session(ScenarioProps scenario)
{
    private static readonly TimeSpan MinSimulation = TimeSpan.FromSeconds(1);

    /// <summary>The longest wait for iterations that still run when the load has ended.</summary>
    private static readonly TimeSpan CompletionTimeout = TimeSpan.FromMinutes(1);

    public async Task<NodeStats> RunAsync()
    {
        if (scenario.LoadSimulations.FirstOrDefault(simulation => simulation.During < MinSimulation) is { } tooShort)
        {
            throw new InvalidOperationException(
                $"Scenario '{scenario.ScenarioName}' has a simulation of {tooShort.During}; at least {MinSimulation} is needed.");
        }

        using var stop = new CancellationTokenSource();
        var failures = 0;
        var instances = new ConcurrentQueue<ScenarioInstance>();
        var open = scenario.LoadSimulations.All(simulation => simulation is LoadSimulation.Inject)
            ? new OpenModel(scenario.LoadSimulations, NewInstance, stop.Token)
            : null;
        var load = open?.RunAsync() ?? new ClosedModel(scenario.LoadSimulations, NewInstance, stop.Token).RunAsync();
        try
        {
            await load.WaitAsync(scenario.Duration + CompletionTimeout, CancellationToken.None);
        }
        catch (TimeoutException)
        {
            await Console.Error.WriteLineAsync(
                $"Scenario {scenario.ScenarioName}: iterations still ran {CompletionTimeout} after its end and were given up");
        }

        return new NodeStats
        {
            AllOkCount = instances.Sum(instance => instance.OkCount),
            AllFailCount = instances.Sum(instance => instance.FailCount),
            NotStarted = open?.NotStarted ?? 0,
        };

        ScenarioInstance NewInstance()
        {
            var instance = new ScenarioInstance(scenario, stop, () => Interlocked.Increment(ref failures));
            instances.Enqueue(instance);
            return instance;
        }
    }
}
