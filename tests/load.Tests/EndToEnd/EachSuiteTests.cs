using Load.Measuring;
using Load.Results.Summary;
using Load.Systems.Analyzer;
using Load.Systems.Gateway;
using Load.Systems.Journal;
using Load.Systems.Prober;
using Load.Systems.Prober.Rows;
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

        var code = await lab.ExitAsync(Limit);

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.ShouldNotBeEmpty();
        summary.Rows.ShouldAllBe(row => row.Units > 0 || IsAtRest(row), lab.Output);

        // A target may be late because this machine was busy. Then the row is void, and says so.
        var faulty = summary.Rows.Where(row => row.Faults.Count > 0).ToArray();
        faulty.ShouldAllBe(row => row.InvalidReasons.Any(reason => reason.StartsWith("other programs kept ")), lab.Output);
        code.ShouldBe(faulty.Length == 0 ? 0 : 1, lab.Output);
    }

    /// <summary>In a second no target that waits for an hour need be due.</summary>
    private static bool IsAtRest(SummaryRow row) => row.Dimensions.GetValueOrDefault(ProbeRow.WayDimension) == ProbeWay.Idle.Name;
}
