using NBomber.Contracts;
using Serilog;

namespace NBomber.Engine;

/// <summary>
/// One copy of a scenario: runs one iteration at a time and counts for itself, so that copies share nothing while they run.
/// </summary>
internal sealed class ScenarioInstance(
    Func<IScenarioContext, Task<IResponse>> run, ScenarioInfo info, ILogger log, CancellationTokenSource stop, FailureLimit failures)
    : IScenarioContext
{
    public ScenarioInfo ScenarioInfo => info;

    public ILogger Logger => log;

    public int InvocationNumber { get; private set; }

    public int OkCount { get; private set; }

    public int FailCount { get; private set; }

    public long Bytes { get; private set; }

    public void StopCurrentTest(string reason) => stop.Cancel();

    /// <summary>Starts an iteration. A function that throws before its first await has failed like one that throws later.</summary>
    public Task<IResponse> StartIteration()
    {
        InvocationNumber++;
        try
        {
            return run(this);
        }
        catch (Exception exception)
        {
            return Task.FromException<IResponse>(exception);
        }
    }

    /// <param name="iteration">The task that <see cref="StartIteration"/> gave, completed.</param>
    public void Count(Task<IResponse> iteration)
    {
        if (iteration.IsCompletedSuccessfully)
        {
            var response = iteration.Result;
            Bytes += response.SizeBytes;
            if (!response.IsError)
            {
                OkCount++;
                return;
            }
        }
        else if (iteration.Exception?.InnerException is { } exception and not OperationCanceledException)
        {
            log.Error(exception, "Scenario {Scenario} threw", info.ScenarioName);
        }

        FailCount++;
        failures.Failed();
    }
}
