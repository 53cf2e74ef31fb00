using Load.Measuring;
using Load.Systems.Analyzer.Suites;
using Load.Systems.Gateway.Suites;

namespace Load.Systems.Gateway;

/// <summary>The gateway in front of an analyzer: what the lab can measure of it.</summary>
/// <param name="analyzer">The options that both have in common, so that a scenario may be of either.</param>
internal sealed class GatewaySystem(AnalyzerOptions? analyzer = null) : ILabSystem
{
    private readonly GatewaySuiteOptions _options = new(analyzer ?? new AnalyzerOptions());

    public string Name => "gateway";

    public IReadOnlyList<SuiteCommand> Suites =>
    [
        GatewaySuite.Command(_options), GatewayOverloadSuite.Command(_options), RampSuite.Command(_options),
        CustomGatewaySuite.Command(_options),
    ];

    public ScenarioSupport Scenarios => CustomGatewaySuite.Scenarios(_options);
}
