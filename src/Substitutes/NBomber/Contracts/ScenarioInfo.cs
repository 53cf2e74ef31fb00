namespace NBomber.Contracts;

/// <param name="ScenarioName">As given to <c>Scenario.Create</c>.</param>
/// <param name="ScenarioDuration">All load simulations together; during warm-up, the warm-up's.</param>
/// <param name="ScenarioOperation">Warm-up or the measured part.</param>
public sealed record ScenarioInfo(string ScenarioName, TimeSpan ScenarioDuration, ScenarioOperation ScenarioOperation);
