using Load.Systems.Journal.Receivers;
using Load.Systems.Journal.Rows;

namespace Load.Tests.EndToEnd;

/// <summary>Short runs of the journal's suites: every row works, and every line is accounted for. Their figures mean nothing.</summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class JournalSuiteTests
{
    [Fact]
    public async Task Run_Journal_AccountsForEveryLine()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "journal", "--smoke", "--repeat", "1", "--only", "receiver=journal,length=daemons,rate=20000,rate=all");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.Select(row => row.Dimensions["transport"]).Distinct()
            .ShouldBe(["udp", "tcp", "tls", "relp", "sealed", "http", "udp+overload"]);
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
        lab.Output.ShouldContain("Sent = stored + kernel + here + refused, to the line, in all 10 repeats.");
    }

    [Fact]
    public async Task Run_RsyslogByTlsAndRelp_StoresEveryLine()
    {
        SkipUnlessPresent(LogPeer.Rsyslog, LineTransport.Tls, LineTransport.Relp);
        using var lab = await LabProcess.SucceedAsync(
            "run", "journal", "--smoke", "--repeat", "1", "--only", "receiver=rsyslog,transport=tls,transport=relp");

        (await lab.ReadSummaryAsync()).Rows.Select(row => (row.Dimensions["transport"], row.Units > 0, row.Failed))
            .ShouldBe([("tls", true, 0), ("relp", true, 0)]);
    }

    [Fact]
    public async Task Run_SyslogNgWithSlog_StoresEveryLine()
    {
        SkipUnlessPresent(LogPeer.Slog, LineTransport.Tcp);
        using var lab = await LabProcess.SucceedAsync("run", "journal", "--smoke", "--repeat", "1", "--only", "rate=1000");

        (await lab.ReadSummaryAsync()).Rows.Select(row => (row.Dimensions["receiver"], row.Units > 0, row.Failed))
            .ShouldBe([("journal", true, 0), ("syslog-ng", true, 0), ("syslog-ng-slog", true, 0)]);
    }

    [Fact]
    public async Task Run_JournalBesideAFlood_AccountsForForgedDatagramsToo()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "journal", "--smoke", "--repeat", "1", "--only",
            "receiver=journal,length=daemons,rate=100000,transport=udp,transport=udp+forged");

        (await lab.ReadSummaryAsync()).Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
        lab.Output.ShouldContain("Beside the flood an honest line takes");
    }

    [Fact]
    public async Task Run_JournalBesideDropping_TellsTheDifference()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "journal", "--smoke", "--repeat", "1", "--only",
            "receiver=journal,receiver=drop,length=daemons,rate=100000,transport=udp");

        (await lab.ReadSummaryAsync()).Rows.Select(row => (row.Dimensions["receiver"], row.Units > 0, row.Failed))
            .ShouldBe([("journal", true, 0), ("drop", true, 0)]);
        lab.Output.ShouldContain("beyond receiving and dropping, a line costs");
    }

    [Fact]
    public async Task Run_JournalInTurn_SetsThePublishedTablesBeside()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "journal", "--smoke", "--repeat", "1", "--only", "receiver=journal,transport=in-turn");

        lab.Output.ShouldContain("barebones (receive, pass, write)");
        lab.Output.ShouldContain(" sent, 0 unaccounted for");
    }

    [Fact]
    public async Task Run_Append_SetsLinesBesideABareFlush()
    {
        using var lab = await LabProcess.SucceedAsync("run", "append", "--smoke", "--repeat", "1");

        (await lab.ReadSummaryAsync()).Rows.ShouldAllBe(row => row.Latency.Samples > 0 && row.Failed == 0);
        lab.Output.ShouldContain("append 0.5xknee has ");
        lab.Output.ShouldContain("the p99 of flush x1");
    }

    [Fact]
    public async Task Run_Replay_SetsThePublishedReplayBeside()
    {
        using var lab = await LabProcess.SucceedAsync("run", "replay", "--smoke", "--repeat", "1");

        (await lab.ReadSummaryAsync()).Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
        lab.Output.ShouldContain("A replayed line takes");
        lab.Output.ShouldContain("times the lines take");
        lab.Output.ShouldContain("The published replay");
    }

    private static void SkipUnlessPresent(LogPeer peer, params string[] transports)
    {
        if (transports.Select(peer.ObstacleTo).FirstOrDefault(obstacle => obstacle is not null) is { } obstacle)
        {
            MissingPeer.Skip($"This test needs {peer.Name}: {obstacle}.");
        }
    }
}
