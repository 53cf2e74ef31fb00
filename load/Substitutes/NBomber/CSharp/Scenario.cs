using NBomber.Contracts;

namespace NBomber.CSharp;

/// <summary>Defines a scenario: a function that is run again and again, and the load it is run under.</summary>
public static class Scenario
{
    /// <param name="name">For messages.</param>
    /// <param name="run">One iteration. An exception counts as a failure.</param>
    public static ScenarioProps Create(string name, Func<IScenarioContext, Task<IResponse>> run) => new(name, run);

    /// <summary>Changes nothing: this has no warm-up.</summary>
    public static ScenarioProps WithoutWarmUp(this ScenarioProps scenario) => scenario;

    /// <summary>Run one after the other; they are all closed, or all open.</summary>
    public static ScenarioProps WithLoadSimulations(this ScenarioProps scenario, params LoadSimulation[] loadSimulations) =>
        scenario with { LoadSimulations = [.. loadSimulations] };

    /// <summary>The session ends when the scenario has failed more often; 5000 when nothing is said.</summary>
    public static ScenarioProps WithMaxFailCount(this ScenarioProps scenario, int maxFailCount) =>
        scenario with { MaxFailCount = maxFailCount };
}
