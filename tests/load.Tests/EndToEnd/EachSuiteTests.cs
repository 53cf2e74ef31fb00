using Load.Measuring;
using Load.Systems.Analyzer;
using Load.Systems.Gateway;
using Load.Systems.Journal;
using Load.Systems.Prober;
using Load.Systems.Sigma;

namespace Load.Tests.EndToEnd;

/// <summary>Each suite as a person runs it first: with <c>--smoke</c>, every row works, or says why it cannot here.</summary>
[Trait("Category", "Nightly")]
public sealed class EachSuiteTests
{
    /// <summary>A suite of a hundred rows takes its time.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromHours(1);

    public static TheoryData<string> Names =>
    [
        .. new ILabSystem[] { new AnalyzerSystem(), new GatewaySystem(), new ProberSystem(), new JournalSystem(), new SigmaSystem() }
            .SelectMany(system => system.Suites).Select(suite => suite.Name),
    ];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Run_SuiteWithSmoke_MeasuresWhatThisMachineCan(string suite)
    {
        using var lab = new LabProcess("run", suite, "--smoke", "--repeat", "1");

        (await lab.ExitAsync(Limit)).ShouldBe(0, lab.Output);

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.ShouldNotBeEmpty();
        summary.Rows.ShouldAllBe(row => row.Units > 0, lab.Output);
    }
}
