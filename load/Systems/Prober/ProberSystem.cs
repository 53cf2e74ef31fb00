using Load.Measuring;
using Load.Systems.Prober.Suites;

namespace Load.Systems.Prober;

/// <summary>The prober with thousands of targets: what the lab can measure of it.</summary>
internal sealed class ProberSystem : ILabSystem
{
    private readonly ProbeOptions _options = new();

    public string Name => "prober";

    public IReadOnlyList<SuiteCommand> Suites => [ProbeSuite.Command(_options), CustomProbeSuite.Command(_options)];
}
