using NBomber.Contracts;
using Serilog;

namespace NBomber.Engine;

/// <summary>Ends the session once a scenario has failed more often than it may.</summary>
internal sealed class FailureLimit(ScenarioProps scenario, CancellationTokenSource stop, ILogger log)
{
    private int _failures;

    public void Failed()
    {
        if (Interlocked.Increment(ref _failures) == (long)scenario.MaxFailCount + 1)
        {
            log.Warning(
                "Scenario {Scenario} failed more than {Limit} times: the session ends", scenario.ScenarioName, scenario.MaxFailCount);
            stop.Cancel();
        }
    }
}
