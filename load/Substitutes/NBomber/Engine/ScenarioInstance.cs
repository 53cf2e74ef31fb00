using NBomber.Contracts;

namespace NBomber.Engine;

/// <summary>
/// One copy of a scenario: runs one iteration at a time and counts for itself, so that copies share nothing while they run.
/// </summary>
/// <param name="scenario">The scenario to run.</param>
/// <param name="stop">Ends the session.</param>
/// <param name="countFailure">Counts a failure; returns how often all copies have failed.</param>
internal sealed class ScenarioInstance(ScenarioProps scenario, CancellationTokenSource stop, Func<int> countFailure) : IScenarioContext
{
    public int OkCount { get; private set; }

    public int FailCount { get; private set; }

    public void StopCurrentTest(string reason) => stop.Cancel();

    /// <summary>Starts an iteration. A function that throws before its first await has failed like one that throws later.</summary>
    public Task<IResponse> StartIteration()
    {
        try
        {
            return scenario.Run(this);
        }
        catch (Exception exception)
        {
            return Task.FromException<IResponse>(exception);
        }
    }

    /// <param name="iteration">The task that <see cref="StartIteration"/> gave, completed.</param>
    public void Count(Task<IResponse> iteration)
    {
        if (iteration is { IsCompletedSuccessfully: true, Result.IsError: false })
        {
            OkCount++;
            return;
        }

        FailCount++;
        if (countFailure() > scenario.MaxFailCount)
        {
            stop.Cancel();
        }
    }
}
