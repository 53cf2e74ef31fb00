using Serilog;

namespace NBomber.Contracts;

/// <summary>The context of a scenario's init and clean functions.</summary>
public interface IScenarioInitContext
{
    ScenarioInfo ScenarioInfo { get; }

    ILogger Logger { get; }
}

/// <summary>The context of an iteration.</summary>
public interface IScenarioContext
{
    ScenarioInfo ScenarioInfo { get; }

    ILogger Logger { get; }

    /// <summary>Counts the iterations of this copy, from 1. It has 32 bits in 4.x and 64 in 6.x: keep it in a <c>long</c>.</summary>
    int InvocationNumber { get; }

    /// <summary>Ends all scenarios of the session: nothing new is started, what runs is waited for.</summary>
    void StopCurrentTest(string reason);
}

/// <param name="ScenarioName">The name given to <c>Scenario.Create</c>.</param>
/// <param name="ScenarioDuration">All load simulations together; during warm-up, the warm-up's.</param>
/// <param name="ScenarioOperation">Warm-up or the measured part.</param>
public sealed record ScenarioInfo(string ScenarioName, TimeSpan ScenarioDuration, ScenarioOperation ScenarioOperation);

/// <summary>The phase of a scenario; a recorder counts only <see cref="Bombing"/>.</summary>
public enum ScenarioOperation
{
    Init = 0,
    Clean = 1,
    WarmUp = 2,
    Bombing = 3,
}
