using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Findings;
using Load.Systems.Journal.Rows;
using Load.Tests.Reports;

namespace Load.Tests.Systems.Journal;

/// <summary>Rows as if measured: a million lines a repeat.</summary>
public sealed class FindingsTests
{
    private const int Lines = 1_000_000;

    [Fact]
    public void BeyondDropping_CpuOfALine_IsSetAgainstDroppingRepeatByRepeat()
    {
        var result = Rows.Result(
            null, Row(LineRow.Journal, 20_000, 2.6, 2.6, 2.8), Row(LineRow.Drop, 20_000, 1.6, 1.5, 1.6),
            Row(LineRow.Journal, null, 1.64, 1.72, 1.5), Row(LineRow.Drop, null, 1.04, 1.1, 0.9), Row(LineRow.Rsyslog, null, 2, 2, 2));

        var section = BeyondDroppingSection.Of(result).ShouldHaveSingleItem();

        section.Sentences.ShouldBe(
        [
            "udp 20000 daemons journal: beyond receiving and dropping, a line costs 1.10 (0.852…1.35) µs; at most 0.75 µs was promised: " +
            "missed.",
            "udp all daemons journal: beyond receiving and dropping, a line costs 0.607 (0.578…0.635) µs; at most 0.75 µs was promised: " +
            "kept.",
        ]);
        section.Table.Lines.Select(line => line.Cells.Skip(1)).ShouldBe(
            [["2.67", "1.57", "1.10 (0.852…1.35)"], ["1.62", "1.01", "0.607 (0.578…0.635)"]]);
    }

    [Fact]
    public void BeyondDropping_OneRepeatOrNoRow_TellsNothing()
    {
        BeyondDroppingSection.Of(Rows.Result(null, Row(LineRow.Journal, null, 1.5), Row(LineRow.Drop, null, 1.0)))
            .ShouldHaveSingleItem().Sentences.ShouldHaveSingleItem().ShouldEndWith("one repeat cannot tell.");
        BeyondDroppingSection.Of(Rows.Result(null, Row(LineRow.Journal, null, 1.5), Row(LineRow.Drop, 20_000, 1.0))).ShouldBeEmpty();
    }

    private static CaseResult Row(string receiver, int? rate, params double[] microseconds) => new(
        new Case
        {
            Dimensions = new LineRow(LineTransport.Udp, rate, null, receiver).Dimensions,
            Source = new CountSource.Counter((_, _) => throw new NotSupportedException()),
        },
        [.. microseconds.Select((cpu, place) => Costing(Rows.Counted(place + 1, new(Lines)), cpu))]);

    private static Iteration Costing(Iteration iteration, double microseconds) => iteration with
    {
        Cost = iteration.Cost! with
        {
            Processes =
            [
                new ProcessCost("Journal", new UsageSpan(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(microseconds), 0, 0, 0, 0)),
            ],
        },
    };
}
