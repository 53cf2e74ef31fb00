using NBomber.Contracts;
using NBomber.Contracts.Stats;
using NBomber.Engine;

namespace NBomber.CSharp;

/// <summary>
/// Stands in for the NBomber package: scheduling, and counting what was scheduled.
/// </summary>
/// <remarks>
/// Written from the documentation and the public signatures of NBomber 4.1.2 and 6.x (https://nbomber.com/docs); it holds what the two
/// have in common, and of that what the lab calls. It differs from them, or leaves out, on purpose: arrivals of the open model
/// are spaced evenly (the package spreads them at random inside the interval); no steps, latency statistics, reports, sinks,
/// thresholds, plugins, cluster or JSON configuration; warnings go to standard error.
/// </remarks>
public static class NBomberRunner
{
    /// <summary>The scenarios run side by side.</summary>
    public static NBomberContext RegisterScenarios(params ScenarioProps[] scenarios) => new([.. scenarios]);

    /// <summary>Changes nothing: this has no reports.</summary>
    public static NBomberContext WithoutReports(this NBomberContext context) => context;

    /// <summary>Blocks the caller until every scenario has ended.</summary>
    /// <exception cref="InvalidOperationException">The session is not valid, or an init function threw; the message says why.</exception>
    public static NodeStats Run(this NBomberContext context) =>
        Task.Run(() => new Session(context).RunAsync()).GetAwaiter().GetResult();
}
