using System.Security.Cryptography;
using System.Text;
using Load.Systems.Journal.Corpus;
using Load.Systems.Journal.Receivers;
using Load.Systems.Journal.Rows;
using Load.Systems.Journal.Sending;
using Load.Systems.Journal.Suites;

namespace Load.Tests.Systems.Journal;

public sealed class JournalSuitesTests
{
    [Fact]
    public void Create_Lines_HasEveryTransportRateAndLengthAndThePeersBeside()
    {
        var suite = JournalSuite.Create();

        suite.Cases.Select(one => one.Name).ShouldBeUnique();
        var own = suite.Cases.Where(
            one => one["receiver"] == "journal" && one["transport"] is "udp" or "tcp" or "http" && one["rate"] != "1000").ToList();
        own.Count.ShouldBe(3 * 4 * 3);
        foreach (var row in suite.Cases.Where(one => one["receiver"] == "rsyslog"))
        {
            suite.Cases.ShouldContain(one => one["receiver"] == "journal" && one.SubjectBut("receiver") == row.SubjectBut("receiver"));
            row.Obstacle.ShouldBe(LogPeer.Rsyslog.ObstacleTo(row["transport"]!));
        }
    }

    [Fact]
    public void Create_Lines_HasTlsRelpAndSealedAtTheRateOfTheOthers()
    {
        var rows = JournalSuite.Create().Cases.Where(one => one["transport"] is "tls" or "relp" or "sealed").ToList();

        rows.Select(one => (one["transport"], one["receiver"])).ShouldBe(
            [("tls", "journal"), ("tls", "rsyslog"), ("relp", "journal"), ("relp", "rsyslog"), ("sealed", "journal")]);
        rows.ShouldAllBe(one => one["rate"] == "20000" && one["length"] == "daemons");
    }

    [Fact]
    public void Create_Lines_HasSlogBesideTheJournalAndPlainSyslogNg()
    {
        var rows = JournalSuite.Create().Cases.Where(one => one["rate"] == "1000").ToList();

        rows.Select(one => (one["transport"], one["receiver"])).ShouldBe(
            [("tcp", "journal"), ("tcp", "syslog-ng"), ("tcp", "syslog-ng-slog")]);
        rows[2].Obstacle.ShouldBe(LogPeer.Slog.ObstacleTo("tcp"));
    }

    [Fact]
    public void Create_Replay_HasTheDecompressionThatItIsComparedWith() =>
        ReplaySuite.Create().Cases.Select(one => one["work"]).ShouldBe(["decompression", "replay", "program", "program"]);

    [Fact]
    public void Create_Append_HoldsHalfOfTheKneeAgainstABareFlush()
    {
        var suite = AppendSuite.Create();

        Load.Measuring.Case[] halves = [.. suite.Cases.Where(one => one.Load is Load.Measuring.LoadShape.OfKnee)];
        halves.Select(one => one["work"]).ShouldBe(["answer", "append"]);
        halves.ShouldAllBe(one => one.Ladder == suite.Ladders.ShouldHaveSingleItem().Key);
        var half = halves[1];
        suite.Cases.Single(one => one.Name == half.Baseline).IsLabOnly.ShouldBeTrue();
        half.MaxOfBaseline.ShouldBe(3);
    }

    [Fact]
    public void Make_NoLength_IsAsLongAsDaemonsWriteOnAverage()
    {
        var lines = DaemonLines.Make(20_000, length: null, seed: 1);

        lines.Average(line => line.Length).ShouldBe(DaemonLines.MeanBytes, tolerance: 12);
        lines.Select(Encoding.ASCII.GetString).Distinct().Count().ShouldBeGreaterThan(19_900);
        lines.ShouldAllBe(line => line[0] == '<' && !line.Contains((byte)'\n'));
    }

    [Fact]
    public void Make_Length_IsThatLong() =>
        DaemonLines.Make(100, length: 480, seed: 1).ShouldAllBe(line => line.Length == 480);

    [Fact]
    public async Task Sender_GoesAndRests_SendsInOrderAndCounts()
    {
        var (sender, lines) = (new Notes(), DaemonLines.Make(70, length: null, seed: 1));
        using var paced = new PacedLines(sender, lines, rate: null);
        paced.Go();
        await Deadline.UntilAsync(() => paced.Sent > 1000);
        paced.Rest();

        var sent = paced.Sent;
        sender.Lines.Count.ShouldBe((int)sent);
        sender.Lines.Index().ShouldAllBe(line => ReferenceEquals(line.Item, lines[line.Index % lines.Count]));
        paced.Fault.ShouldBeNull();
    }

    [Fact]
    public async Task Sender_RestsBeforeItsThreadRan_DoesNotWaitForIt()
    {
        using var paced = new PacedLines(new Notes(), DaemonLines.Make(70, length: null, seed: 1), rate: 1_000);

        await Task.Run(() => GoAndRest(1_000), TestContext.Current.CancellationToken).Within();

        void GoAndRest(int times)
        {
            for (var i = 0; i < times; i++)
            {
                paced.Go();
                paced.Rest();
            }
        }
    }

    [Fact]
    public async Task Sender_ReceiverIsGone_SaysSo()
    {
        using var paced = new PacedLines(new Notes { Limit = 200 }, DaemonLines.Make(70, length: null, seed: 1), rate: null);
        paced.Go();
        await Deadline.UntilAsync(() => paced.Fault is not null);

        paced.Rest();
        paced.Fault.ShouldBe("full");
        paced.Go();
        await Task.Run(paced.Rest, TestContext.Current.CancellationToken).Within();
    }

    [Fact]
    public void Create_Lines_HasARowBesideForgedDatagramsAndTheSameWithout()
    {
        var cases = JournalSuite.Create().Cases;

        var flooded = cases.Single(one => one["transport"] == "udp+forged");
        cases.ShouldContain(one => one["transport"] == "udp" && one.SubjectBut("transport") == flooded.SubjectBut("transport"));
    }

    [Fact]
    public void Create_Lines_HasRowsThatDropWhatTheyReceiveBesideTheFullPath()
    {
        var cases = JournalSuite.Create().Cases;

        var dropping = cases.Where(one => one["receiver"] == "drop").ToList();
        dropping.Select(one => (one["transport"], one["rate"])).ShouldBe([("udp", "20000"), ("udp", "all"), ("udp", "100000")]);
        dropping.ShouldAllBe(
            drop => cases.Any(one => one["receiver"] == "journal" && one.SubjectBut("receiver") == drop.SubjectBut("receiver")));
    }

    [Fact]
    public void Make_ForgedDatagrams_AreAThirdOfEachKind()
    {
        var datagrams = ForgedDatagrams.Make(seed: 1);
        var known = SHA256.HashData(Encoding.UTF8.GetBytes(ForgedDatagrams.Sender))[..8];

        datagrams.ShouldAllBe(datagram => datagram.Length == ForgedDatagrams.Bytes);
        datagrams.Count(datagram => datagram.AsSpan().StartsWith("JD\u0001\0"u8)).ShouldBe(datagrams.Count);
        var ofKnown = datagrams.Where(datagram => datagram.AsSpan(4, 8).SequenceEqual(known)).ToList();
        ofKnown.Count.ShouldBe(datagrams.Count * 2 / 3);
        ofKnown.Count(datagram => datagram.AsSpan(12, 8).IndexOfAnyExcept((byte)0) < 0).ShouldBe(datagrams.Count / 3);
    }

    [Fact]
    public void Dimensions_OfARow_TellRateAndLength() =>
        new LineRow("udp", null, 480, "journal").Dimensions.Select(one => one.Value).ShouldBe(["udp", "all", "480B", "journal"]);

    /// <summary>Ten datagrams that the kernel dropped held 10 to 40 lines, where each holds four at most.</summary>
    [Theory]
    [InlineData(925, 1, 935, 65)]
    [InlineData(975, 4, 1000, 0)]
    [InlineData(990, 4, 1000, 0)]
    [InlineData(950, 4, 990, 10)]
    [InlineData(1000, 4, 1010, -10)]
    public void Account_DroppedDatagramsHeldSeveralLines_CountAsFarAsSoManyFit(long stored, int max, long total, long missing)
    {
        var account = new LineAccount(stored, Kernel: 10, Here: 0, Refused: 0).WithLinesOfDropped(1000, max);

        account.Total.ShouldBe(total);
        (1000 - account.Total).ShouldBe(missing);
        account.Stored.ShouldBe(stored);
    }

    private sealed class Notes : ILineSender
    {
        public List<byte[]> Lines { get; } = [];

        public int Limit { get; init; } = int.MaxValue;

        public void Send(ReadOnlySpan<byte[]> lines)
        {
            if (Lines.Count >= Limit)
            {
                throw new IOException("full");
            }

            Lines.AddRange(lines);
        }

        public void Dispose()
        {
            // Nothing is open.
        }
    }
}
