using System.Collections.Immutable;
using NBomber.Contracts;

namespace NBomber.Engine;

/// <summary>The rules for a session; the package refuses the same.</summary>
internal static class SessionRules
{
    private static readonly TimeSpan MinSimulation = TimeSpan.FromSeconds(1);

    /// <returns>A sentence that names the scenario and what is wrong; null when all is well.</returns>
    public static string? FirstViolation(ImmutableArray<ScenarioProps> scenarios) =>
        scenarios.IsEmpty ? "No scenario was registered."
        : scenarios.CountBy(scenario => scenario.ScenarioName).FirstOrDefault(name => name.Value > 1).Key is { } twice
            ? $"Two scenarios are called '{twice}'; names must differ."
        : scenarios.Select(OfScenario).FirstOrDefault(violation => violation is not null);

    private static string? OfScenario(ScenarioProps scenario)
    {
        var violation =
            string.IsNullOrWhiteSpace(scenario.ScenarioName) ? "has no name"
            : scenario.LoadSimulations.IsEmpty ? "has no load simulation"
            : scenario.LoadSimulations.Any(s => s.IsOpen) && scenario.LoadSimulations.Any(s => s.IsClosed)
                ? "mixes open simulations (Inject) with closed ones (Constant)"
            : scenario.WarmUp < TimeSpan.Zero || scenario.WarmUp > scenario.Duration
                ? $"warms up for {scenario.WarmUp}, its load lasts {scenario.Duration}"
            : scenario.LoadSimulations.Select(OfSimulation).FirstOrDefault(v => v is not null);
        return violation is null ? null : $"Scenario '{scenario.ScenarioName}' {violation}.";
    }

    private static string? OfSimulation(LoadSimulation simulation) => simulation switch
    {
        _ when simulation.During < MinSimulation => $"has a simulation of {simulation.During}; at least {MinSimulation} is needed",
        LoadSimulation.KeepConstant { Copies: < 0 } or LoadSimulation.RampingConstant { Copies: < 0 } => "has a negative number of copies",
        LoadSimulation.Inject s => OfArrivals(s.Rate, s.Interval, s.During),
        LoadSimulation.RampingInject s => OfArrivals(s.Rate, s.Interval, s.During),
        LoadSimulation.InjectRandom s when s.MinRate > s.MaxRate => $"has a minimum rate of {s.MinRate}, above its maximum of {s.MaxRate}",
        LoadSimulation.InjectRandom s => OfArrivals(s.MinRate, s.Interval, s.During),
        _ => null,
    };

    private static string? OfArrivals(int rate, TimeSpan interval, TimeSpan during) =>
        rate < 0 ? "has a negative rate"
        : interval <= TimeSpan.Zero || interval > during ? $"has an interval of {interval} in a simulation of {during}"
        : null;
}
