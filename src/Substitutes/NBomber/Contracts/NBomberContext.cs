using System.Collections.Immutable;

namespace NBomber.Contracts;

/// <summary>A session to be run; made and run by <see cref="CSharp.NBomberRunner"/>.</summary>
public sealed record NBomberContext
{
    internal NBomberContext(ImmutableArray<ScenarioProps> scenarios) => Scenarios = scenarios;

    internal ImmutableArray<ScenarioProps> Scenarios { get; }
}
