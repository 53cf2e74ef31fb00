using Serilog;

namespace NBomber.Contracts;

/// <summary>What an iteration knows of the session it runs in.</summary>
public interface IScenarioContext
{
    ScenarioInfo ScenarioInfo { get; }

    ILogger Logger { get; }

    /// <summary>Counts the iterations of this copy, from 1. 32 bits wide in 4.x, 64 in 6.x: keep it in a <c>long</c>.</summary>
    long InvocationNumber { get; }

    /// <summary>Ends all scenarios of the session: nothing new is started, what runs is waited for.</summary>
    void StopCurrentTest(string reason);
}
