using System.Collections.Immutable;

namespace NBomber.Contracts;

/// <summary>A scenario's definition. It is immutable: every <c>With…</c> returns another one.</summary>
public sealed record ScenarioProps
{
    internal ScenarioProps(string name, Func<IScenarioContext, Task<IResponse>> run) => (ScenarioName, Run) = (name, run);

    public string ScenarioName { get; }

    internal Func<IScenarioContext, Task<IResponse>> Run { get; }

    internal ImmutableArray<LoadSimulation> LoadSimulations { get; init; } = [];

    /// <summary>The session ends when the scenario has failed more often.</summary>
    internal int MaxFailCount { get; init; } = 5000;

    internal TimeSpan Duration => new(LoadSimulations.Sum(simulation => simulation.During.Ticks));
}

/// <summary>A session to be run; made and run by <see cref="CSharp.NBomberRunner"/>.</summary>
public sealed record NBomberContext
{
    internal NBomberContext(ScenarioProps scenario) => Scenario = scenario;

    internal ScenarioProps Scenario { get; }
}
