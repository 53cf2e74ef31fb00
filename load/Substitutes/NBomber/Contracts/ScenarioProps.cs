using System.Collections.Immutable;

namespace NBomber.Contracts;

/// <summary>A scenario's definition. It is immutable: every <c>With…</c> returns another one.</summary>
public sealed record ScenarioProps
{
    internal static readonly TimeSpan DefaultWarmUp = TimeSpan.FromSeconds(30);
    internal const int DefaultMaxFailCount = 5000;

    internal ScenarioProps(string name, Func<IScenarioContext, Task<IResponse>> run) => (ScenarioName, Run) = (name, run);

    public string ScenarioName { get; }

    internal Func<IScenarioContext, Task<IResponse>> Run { get; }

    internal Func<IScenarioInitContext, Task>? Init { get; init; }

    internal Func<IScenarioInitContext, Task>? Clean { get; init; }

    /// <summary>Null for none.</summary>
    internal TimeSpan? WarmUp { get; init; } = DefaultWarmUp;

    internal ImmutableArray<LoadSimulation> LoadSimulations { get; init; } =
        [new LoadSimulation.KeepConstant(1, TimeSpan.FromMinutes(1))];

    /// <summary>The session ends when a scenario has failed more often.</summary>
    internal int MaxFailCount { get; init; } = DefaultMaxFailCount;

    internal TimeSpan Duration => new(LoadSimulations.Sum(simulation => simulation.During.Ticks));
}

/// <summary>A session to be run; made and run by <see cref="CSharp.NBomberRunner"/>.</summary>
public sealed record NBomberContext
{
    internal NBomberContext(ImmutableArray<ScenarioProps> scenarios) => Scenarios = scenarios;

    internal ImmutableArray<ScenarioProps> Scenarios { get; }
}
