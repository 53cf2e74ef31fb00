using System.Globalization;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Findings;
using Load.Systems.Journal.Replaying;
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

    [Theory]
    [InlineData(LineTransport.Tcp, 20_000, "at most 1.3 × was promised: kept")]
    [InlineData(LineTransport.Udp, 20_000, "at most 1.3 × was promised: kept")]
    [InlineData(LineTransport.Relp, 20_000, "at most 1 × was promised: missed")]
    [InlineData(LineTransport.Tcp, null, "at most 0.8 × was promised: missed")]
    [InlineData(LineTransport.Udp, null, "at most 1 × was promised: missed")]
    [InlineData(LineTransport.Tcp, 100_000, null)]
    public void LineCost_BesideRsyslog_IsHeldToWhatWasPromisedOfItsRate(string transport, int? rate, string? told)
    {
        var result = Rows.Result(
            null, Of(new(transport, rate, null, LineRow.Journal), kept: null, kernel: 0, microseconds: 1.2),
            Of(new(transport, rate, null, LineRow.Rsyslog), kept: null, kernel: 0));

        var bars = LineCostSection.Of(result).ShouldHaveSingleItem().Sentences.Skip(1).ToList();

        bars.Count.ShouldBe(told is null ? 0 : 1);
        bars.ShouldAllBe(bar => bar.Contains(told!));
    }

    [Fact]
    public void LineCost_Sealed_SaysThatADatagramCarriesSeveralLines()
    {
        var result = Rows.Result(
            null, Of(new(LineTransport.Udp, 20_000, null, LineRow.Journal), kept: null, kernel: 0),
            Of(new(LineTransport.Sealed, 20_000, null, LineRow.Journal), kept: null, kernel: 0));

        LineCostSection.Of(result).ShouldHaveSingleItem().Sentences.Skip(1).ShouldHaveSingleItem()
            .ShouldStartWith("sealed 20000 daemons journal: a datagram carries several lines");
    }

    /// <summary>A start takes half a second, and a line a quarter of a microsecond.</summary>
    [Fact]
    public void ReplayProgram_TwoLengths_TellsWhatAFurtherLineTakesAndWhetherMemoryGrows()
    {
        var result = Rows.Result(null, Program(1_000_000, 0.75, cpu: 1, peak: 100), Program(4_000_000, 1.5, cpu: 2.2, peak: 110));

        var section = ReplayProgramSection.Of(result).ShouldHaveSingleItem();

        section.Table.Lines.Select(line => line.Cells).ShouldBe(
        [
            ["1,000,000", "0.750", "1.00", "1.33", "1,333,333", "100"],
            ["4,000,000", "1.50", "2.20", "1.47", "2,666,666", "110"],
        ]);
        section.Sentences[0].ShouldBe(
            "Of the longer journal, a further line takes 0.250 µs of wall time; at most 0.286 µs was promised: kept.");
        section.Sentences[1].ShouldBe("Of the longer journal, a further line takes 0.400 µs of processor time.");
        section.Sentences[2].ShouldStartWith("4.00 times the lines take 1.10");
        section.Sentences[2].ShouldEndWith("at most 1.25 × was promised: kept.");
        PublishedJournal.OfReplay(result).ShouldHaveSingleItem().Table.Lines.ShouldHaveSingleItem().Cells[2].ShouldBe("2,666,666");
    }

    [Fact]
    public void Published_PacketsThatCrashedTheFirstServer_HaveHowManyWereSentAndLostBeside()
    {
        var row = Of(new(LineTransport.InTurn, 10_000, null, LineRow.Journal), kept: null, kernel: 0);

        var lines = PublishedJournal.OfLines(Rows.Result(null, row)).ShouldHaveSingleItem().Table.Lines;

        lines.Single(line => line.Cells[0] == "100,000 packets").Cells
            .ShouldBe(["100,000 packets", "the server crashed", "-", "2,000,000 sent, 0 unaccounted for", "-"]);
    }

    private static CaseResult Program(int lines, double wall, double cpu, double peak)
    {
        var figures = new Dictionary<string, double> { [ReplayCounter.CpuFigure] = cpu, [ReplayCounter.PeakFigure] = peak };
        var name = lines.ToString(CultureInfo.InvariantCulture);
        return new(
            new Case
            {
                Dimensions = [new(ReplaySection.Work, ReplayProgramSection.Work), new(ReplayProgramSection.LinesDimension, name)],
                Source = new CountSource.Counter((_, _) => throw new NotSupportedException()),
            },
            [
                .. Enumerable.Range(1, 2).Select(repeat => Rows.Counted(repeat, new(lines) { Figures = figures }) with
                {
                    Window = TimeSpan.FromSeconds(wall),
                }),
            ]);
    }

    private static CaseResult Of(LineRow row, double? kept, double kernel, double microseconds = 1)
    {
        var figures = new Dictionary<string, double> { ["sent"] = Lines, ["kernel"] = kernel };
        if (kept is { } share)
        {
            figures[LineRow.KeptFigure] = share;
        }

        return new(
            new Case { Dimensions = row.Dimensions, Source = new CountSource.Counter((_, _) => throw new NotSupportedException()) },
            [
                .. Enumerable.Range(1, 2).Select(repeat => Costing(Rows.Counted(repeat, new(Lines) { Figures = figures }), microseconds)),
            ]);
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
