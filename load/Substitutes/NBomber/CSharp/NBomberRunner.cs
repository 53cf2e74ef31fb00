using NBomber.Contracts;
using NBomber.Contracts.Stats;
using NBomber.Engine;

namespace NBomber.CSharp;

/// <summary>
/// Stands in for the NBomber package: it schedules one scenario, and counts what it scheduled.
/// </summary>
/// <remarks>
/// Written from the documentation and the public signatures of NBomber 4.1.2 and 6.x (https://nbomber.com/docs); it holds only what the
/// lab calls. It differs in one point: arrivals of the open model are spaced evenly (the package spreads them at random within the
/// interval).
/// </remarks>
public static class NBomberRunner
{
    public static NBomberContext RegisterScenarios(ScenarioProps scenario) => new(scenario);

    /// <summary>Changes nothing: this has no reports.</summary>
    public static NBomberContext WithoutReports(this NBomberContext context) => context;

    /// <summary>Blocks the caller until the scenario has ended.</summary>
    /// <exception cref="InvalidOperationException">A simulation is too short.</exception>
    public static NodeStats Run(this NBomberContext context) =>
        Task.Run(() => new Session(context.Scenario).RunAsync()).GetAwaiter().GetResult();
}
