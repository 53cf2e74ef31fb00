using Load.Measuring;
using Load.Systems.Stack.Feeds;
using Load.Systems.Stack.Faults;
using Load.Systems.Stack.Findings;
using Load.Systems.Stack.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Systems.Stack;

/// <summary>Rows as if measured in two repeats.</summary>
public sealed class FindingsTests
{
    private static readonly IReadOnlyList<Case> Cases = StackSuite.Create(50, seed: 1).Cases;

    [Fact]
    public void StackCostSection_BothStacks_JudgesTheAnalyzersProcessorTime()
    {
        (double, Outcome)[] two = [(5, Outcome.Ok), (6, Outcome.Ok)], one = [(5, Outcome.Ok)]; // each in a second of processor time
        var without = new CaseResult(Slowly(Cases[0]), [Rows.Iteration(1, two), Rows.Iteration(2, two)]);
        var with = new CaseResult(Slowly(Cases[1]), [Rows.Iteration(1, one), Rows.Iteration(2, one)]);

        var section = StackCostSection.Of(Rows.Result(null, without, with)).ShouldHaveSingleItem();

        section.Sentences.ShouldBe(
        [
            "With the whole stack the analyzer takes 2.00× (2.00…2.00) its processor time for a file; at most 1.1 × was promised: missed.",
        ]);
        section.Table.Lines.ShouldHaveSingleItem().Cells[0].ShouldBe(Rows.Process);
        StackCostSection.Of(Rows.Result(null, with)).ShouldBeEmpty("nothing to set it against");
        var ended = new CaseResult(with.Case, with.Iterations) { Broken = "sigma ended by itself" };
        StackCostSection.Of(Rows.Result(null, without, ended)).ShouldHaveSingleItem().Sentences
            .ShouldHaveSingleItem().ShouldEndWith("at most 1.1 × was promised: not judged, because a row is void.");

        static Case Slowly(Case one) => one.Under(new LoadShape.Closed(1) { Think = TimeSpan.FromMilliseconds(1) });
    }

    [Fact]
    public void EvidenceSection_Figures_TellHowSoonTheAlertIsThere()
    {
        var row = new CaseResult(Cases[2], [Told(1), Told(2)]);

        var section = EvidenceSection.Of(Rows.Result(null, row)).ShouldHaveSingleItem();

        section.Table.Lines.Select(line => line.Cells).ShouldBe([["proven record", "100", "300"], ["alert", "150", "400"]]);
        section.Sentences.ShouldBe(["The alert is there within 400 ms (p99); at most 2000 ms was promised: kept."]);
        var ended = new CaseResult(Cases[2], row.Iterations) { Broken = "sigma ended by itself" };
        EvidenceSection.Of(Rows.Result(null, ended)).ShouldHaveSingleItem().Sentences
            .ShouldHaveSingleItem().ShouldEndWith("at most 2000 ms was promised: not judged, because a row is void.");

        static Iteration Told(int repeat) => Rows.Counted(repeat, new WorkCount(10)
        {
            Figures = new Dictionary<string, double>
            {
                [EvidenceCounter.ProvenMedian] = 100,
                [EvidenceCounter.ProvenTail] = 300,
                [EvidenceCounter.AlertMedian] = 150,
                [EvidenceCounter.AlertTail] = 400,
            },
        });
    }

    [Theory]
    [InlineData(0, 4.5, "SIGKILL: 0 lost of 20, back within 4.50 s; 0 and at most 10 s were promised: kept.")]
    [InlineData(0, 10.5, "SIGKILL: 0 lost of 20, back within 10.5 s; 0 and at most 10 s were promised: missed.")]
    [InlineData(1, 4.5, "SIGKILL: 2 lost of 20, back within 4.50 s; 0 and at most 10 s were promised: missed.")]
    public void FaultSection_Rounds_SayWhatWasLostAndHowLongItTook(int lost, double healed, string sentence)
    {
        var row = new CaseResult(Cases[3], [Struck(1), Struck(2)]);

        FaultSection.Of(Rows.Result(null, row)).ShouldHaveSingleItem().Sentences.ShouldBe([sentence]);
        var ended = new CaseResult(Cases[3], row.Iterations) { Broken = "sigma ended by itself" };
        FaultSection.Of(Rows.Result(null, ended)).ShouldHaveSingleItem().Sentences.ShouldHaveSingleItem()
            .ShouldEndWith("; its row is void.");

        Iteration Struck(int repeat) => Rows.Counted(repeat, new WorkCount(10, Failed: lost)
        {
            Figures = new Dictionary<string, double>
            {
                [FaultCounter.Rounds] = 8,
                [FaultCounter.Lost] = lost,
                [FaultCounter.Healed] = healed,
            },
        });
    }
}
