using Load.Measuring;
using Load.Systems.Analyzer.Suites;

namespace Load.Systems.Analyzer;

/// <summary>The file analyzer: what the lab can measure of it.</summary>
internal sealed class AnalyzerSystem : ILabSystem
{
    public AnalyzerOptions Options { get; } = new();

    public string Name => "analyzer";

    public ScenarioSupport Scenarios => ScenarioSuite.Support(Options);

    public IReadOnlyList<SuiteCommand> Suites =>
    [
        QuickSuite.Command(Options),
        CustomSuite.Command(Options),
        CeilingsSuite.Command(Options),
        TransportsSuite.Command(Options),
        MatrixSuite.Command(Options),
        ThreadsSuite.Command(Options),
        HashSuite.Command(),
        MetricsSuite.Command(Options),
        StressSuite.Command(Options),
        OverloadSuite.Command(Options),
        StoresSuite.Command(Options),
        VolumeSuite.Command(Options),
        SoakSuite.Command(Options),
        AbuseSuite.Command(Options),
    ];
}
