using Load.Measuring;
using Load.Systems.Sigma.Suites;

namespace Load.Systems.Sigma;

/// <summary>Sigma rules over streams: what the lab can measure of them.</summary>
internal sealed class SigmaSystem : ILabSystem
{
    private readonly SigmaSuiteOptions _options = new();

    public string Name => "sigma";

    public IReadOnlyList<SuiteCommand> Suites => [SigmaSuite.Command(_options), CustomSigmaSuite.Command(_options)];
}
