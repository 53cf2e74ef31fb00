using System.Collections.Immutable;
using System.Diagnostics;
using NBomber.Contracts;

namespace NBomber.Engine;

/// <summary>Copies that loop: each starts its next iteration when its last one has ended, until its time is over.</summary>
internal sealed class ClosedModel(ImmutableArray<LoadSimulation> simulations, Func<ScenarioInstance> newInstance, CancellationToken stop)
{
    /// <summary>A function that never really waits must not keep a pool thread from the other copies for longer.</summary>
    private static readonly TimeSpan LongestTurn = TimeSpan.FromMilliseconds(1);

    public async Task RunAsync()
    {
        var start = Stopwatch.GetTimestamp();
        var copies = Enumerable.Range(0, CopySchedule.MaxCopies(simulations))
            .Select(copy => Task.Run(() => LoopAsync(start, CopySchedule.PeriodsOf(copy, simulations)), CancellationToken.None));
        await Task.WhenAll(copies);
        await WaitUntilAsync(start + Ticks(new TimeSpan(simulations.Sum(simulation => simulation.During.Ticks))));
    }

    private async Task LoopAsync(long start, IReadOnlyList<ActivePeriod> periods)
    {
        var instance = newInstance();
        foreach (var period in periods)
        {
            await WaitUntilAsync(start + Ticks(period.Start));
            await LoopUntilAsync(instance, start + Ticks(period.End));
        }
    }

    private async Task LoopUntilAsync(ScenarioInstance instance, long end)
    {
        var longestTurn = Ticks(LongestTurn);
        var turn = Stopwatch.GetTimestamp();
        for (var now = turn; now < end && !stop.IsCancellationRequested; now = Stopwatch.GetTimestamp())
        {
            var iteration = instance.StartIteration();
            if (!iteration.IsCompleted)
            {
                await ((Task)iteration).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                turn = Stopwatch.GetTimestamp();
            }
            else if (now - turn > longestTurn)
            {
                await Task.Yield();
                turn = Stopwatch.GetTimestamp();
            }

            instance.Count(iteration);
        }
    }

    private async Task WaitUntilAsync(long timestamp)
    {
        if (Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), timestamp) is var wait && wait > TimeSpan.Zero)
        {
            await Task.Delay(wait, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static long Ticks(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
