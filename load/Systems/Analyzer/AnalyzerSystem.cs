using Load.Measuring;
using Load.Systems.Analyzer.Suites;

namespace Load.Systems.Analyzer;

/// <summary>The file analyzer: what the lab can measure of it.</summary>
internal sealed class AnalyzerSystem : ILabSystem
{
    private readonly AnalyzerOptions _options = new();

    public string Name => "analyzer";

    public IReadOnlyList<SuiteCommand> Suites =>
    [
        QuickSuite.Command(_options),
        CustomSuite.Command(_options),
        CeilingsSuite.Command(_options),
        TransportsSuite.Command(_options),
        MatrixSuite.Command(_options),
        ThreadsSuite.Command(_options),
        HashSuite.Command(),
        MetricsSuite.Command(_options),
        StressSuite.Command(_options),
        OverloadSuite.Command(_options),
        StoresSuite.Command(_options),
        VolumeSuite.Command(_options),
        SoakSuite.Command(_options),
        AbuseSuite.Command(_options),
    ];
}
