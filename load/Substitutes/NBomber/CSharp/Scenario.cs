using NBomber.Contracts;

namespace NBomber.CSharp;

/// <summary>Defines a scenario: a function that is run again and again, and the load it is run under.</summary>
public static class Scenario
{
    /// <param name="name">Unique in its session.</param>
    /// <param name="run">One iteration. What it throws counts as a failure.</param>
    public static ScenarioProps Create(string name, Func<IScenarioContext, Task<IResponse>> run) => new(name, run);

    /// <summary>Run once before any load; when it throws, the session ends.</summary>
    public static ScenarioProps WithInit(this ScenarioProps scenario, Func<IScenarioInitContext, Task> initFunc) =>
        scenario with { Init = initFunc };

    /// <summary>Run once after all load; what it throws is logged.</summary>
    public static ScenarioProps WithClean(this ScenarioProps scenario, Func<IScenarioInitContext, Task> cleanFunc) =>
        scenario with { Clean = cleanFunc };

    /// <param name="scenario">The definition to change a copy of.</param>
    /// <param name="duration">30 seconds when nothing is said; at most the duration of the load simulations.</param>
    public static ScenarioProps WithWarmUpDuration(this ScenarioProps scenario, TimeSpan duration) =>
        scenario with { WarmUp = duration };

    public static ScenarioProps WithoutWarmUp(this ScenarioProps scenario) => scenario with { WarmUp = null };

    /// <summary>Run one after the other; one copy for a minute when nothing is said.</summary>
    public static ScenarioProps WithLoadSimulations(this ScenarioProps scenario, params LoadSimulation[] loadSimulations) =>
        scenario with { LoadSimulations = [.. loadSimulations] };

    /// <summary>The session ends when the scenario has failed more often; 5000 when nothing is said.</summary>
    public static ScenarioProps WithMaxFailCount(this ScenarioProps scenario, int maxFailCount) =>
        scenario with { MaxFailCount = maxFailCount };
}
