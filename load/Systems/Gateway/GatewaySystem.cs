using Load.Measuring;
using Load.Systems.Gateway.Suites;

namespace Load.Systems.Gateway;

/// <summary>The gateway in front of an analyzer: what the lab can measure of it.</summary>
internal sealed class GatewaySystem : ILabSystem
{
    private readonly GatewaySuiteOptions _options = new();

    public string Name => "gateway";

    public IReadOnlyList<SuiteCommand> Suites => [GatewaySuite.Command(_options), RampSuite.Command(_options)];
}
