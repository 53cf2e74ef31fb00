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

    [Fact]
    public void LineCost_WhatIsKeptAndAnOverload_AreTold()
    {
        var result = Rows.Result(
            null, Of(new(LineTransport.Tcp, null, null, LineRow.Journal), kept: 0.26, kernel: 0),
            Of(new(LineTransport.Tcp, null, 480, LineRow.Journal), kept: 0.5, kernel: 0),
            Of(new(LineTransport.Udp, null, null, LineRow.Journal), kept: 0.36, kernel: 0),
            Of(new(LineTransport.Overloaded, null, null, LineRow.Journal), kept: null, kernel: 900_000),
            Of(new(LineTransport.Overloaded, 20_000, null, LineRow.Journal), kept: null, kernel: 0));

        LineCostSection.Of(result).ShouldHaveSingleItem().Sentences.Skip(1).ShouldBe(
        [
            "udp+overload all daemons journal: the kernel dropped 1,800,000 of 2,000,000 lines.",
            "udp+overload 20000 daemons journal: the kernel dropped nothing, so that the row tells nothing of overload.",
            "tcp all daemons journal: what is kept takes 0.260 of the lines' own bytes; at most 0.333 was promised: kept.",
            "udp all daemons journal: what is kept takes 0.360 of the lines' own bytes; at most 0.333 was promised: missed.",
        ]);
    }

    private static CaseResult Of(LineRow row, double? kept, double kernel)
    {
        var figures = new Dictionary<string, double> { ["sent"] = Lines, ["kernel"] = kernel };
        if (kept is { } share)
        {
            figures[LineRow.KeptFigure] = share;
        }

        return new(
            new Case { Dimensions = row.Dimensions, Source = new CountSource.Counter((_, _) => throw new NotSupportedException()) },
            [.. Enumerable.Range(1, 2).Select(repeat => Costing(Rows.Counted(repeat, new(Lines) { Figures = figures }), 1))]);
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
