using Serilog;

namespace NBomber.Contracts;

/// <summary>What a scenario's init and clean functions know.</summary>
public interface IScenarioInitContext
{
    ScenarioInfo ScenarioInfo { get; }

    ILogger Logger { get; }
}
