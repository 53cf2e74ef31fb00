using System.Diagnostics;
using Load.Systems.Gateway.Processes;
using Load.Systems.Journal.Receivers;

namespace Load.Tests.EndToEnd;

/// <summary>
/// SIGKILL of each kind of process that the lab starts, in the middle of a row: the row is void in words, the exit code is 1, and nobody
/// sees a stack trace.
/// </summary>
[Trait("Category", "Nightly")]
public sealed class KilledChildTests
{
    /// <summary>Rows that start a process for themselves: it is in the middle of its row a moment after it has come.</summary>
    private static readonly TimeSpan Moment = TimeSpan.FromSeconds(2);

    [Theory]
    [InlineData("analyzer.dll", "run custom --file look-up --size 10KB --transport rest,grpc --instances 4")]
    [InlineData("gateway.dll", "run custom-gateway --file look-up --size 10KB --transport gateway,rest --instances 4")]
    [InlineData("nginx", "run custom-gateway --file look-up --size 10KB --transport nginx,gateway --instances 4")]
    [InlineData("haproxy", "run custom-gateway --file look-up --size 10KB --transport haproxy,gateway --instances 4")]
    [InlineData("Yarp.Peer.dll", "run custom-gateway --file look-up --size 10KB --transport yarp,gateway --instances 4")]
    [InlineData("journal.dll send", "run custom-journal --transport sealed,udp --rate 2000")]
    [InlineData("journal.dll", "run custom-journal --transport tcp,udp --rate 2000")]
    [InlineData("journal.dll", "run custom-journal --transport http,relp --rate 2000")]
    [InlineData("rsyslogd", "run custom-journal --transport tcp,udp --rate 2000 --receiver rsyslog")]
    [InlineData("syslog-ng", "run custom-journal --transport tcp,udp --rate 1000 --receiver syslog-ng")]
    [InlineData("sigma.dll", "run sigma --only records=http")]
    public async Task Kill_ProcessOfSeveralRows_VoidsARowAndTheRestGoesOn(string program, string arguments)
    {
        SkipUnlessInstalled(program);
        using var lab = new LabProcess([.. arguments.Split(' '), "--repeat", "3", "--seconds", "2"]);
        await lab.SaysAsync("[1/");

        await KillAsync(lab, program);

        await EndsInWordsAsync(lab);
    }

    [Theory]
    [InlineData("analyzer.dll", "run abuse --only transport=rest,flood=none")]
    [InlineData("Farm.dll serve", "run custom-probe --kind tcp --targets 20 --every 1s")]
    [InlineData("prober.dll", "run custom-probe --kind tcp --targets 20 --every 1s")]
    [InlineData("Farm.dll loop", "run custom-probe --kind tcp --targets 20 --every 1s --prober loop")]
    [InlineData("prometheus-blackbox-exporter", "run custom-probe --kind tcp --targets 20 --every 1s --prober blackbox")]
    [InlineData("Microbenchmarks.dll", "run custom-sigma --rules 100-exact")]
    [InlineData("Microbenchmarks.dll", "run hash --only size=1MB,algorithm=MD5")]
    [InlineData("journal.dll", "run replay")]
    [InlineData("Drain.dll", "run custom-sigma --records kafka --rules drain")]
    [InlineData("sigma.dll", "run custom-sigma --records kafka --rules case-1")]
    [InlineData("kafka.Kafka", "run custom-sigma --records kafka --rules case-1")]
    public async Task Kill_ProcessOfOneRow_VoidsIt(string program, string arguments)
    {
        SkipUnlessInstalled(program);
        if (arguments.Contains("kafka"))
        {
            arguments += $" --servers {SharedData.SkipUnlessPresent("services", "services")}";
        }

        using var lab = new LabProcess([.. arguments.Split(' '), "--repeat", "1", "--seconds", "5"]);
        await ComesAsync(lab, program);
        if (program switch { "prober.dll" => "prober.log", "analyzer.dll" => "service.log", _ => null } is { } log)
        {
            // One that is killed before it is ready has not started: that is another sentence, and exit code 2.
            await Deadline.UntilAsync(() => HasSaid(lab, log, "listening on"), Deadline.Extended, $"{program} listens");
        }

        await Task.Delay(Moment, TestContext.Current.CancellationToken);

        await KillAsync(lab, program);

        await EndsInWordsAsync(lab);
    }

    /// <summary>Where each iteration has a process of its own, the first one ends because it is done.</summary>
    [Fact]
    public async Task Kill_ProcessOfTheNextIteration_VoidsTheRow()
    {
        const string Program = "analyzer.dll";
        SkipUnlessInstalled(Program);
        using var lab = new LabProcess("run", "threads", "--only", "file=look-up,handler=async,threads=default", "--repeat", "2");
        await ComesAsync(lab, Program);
        var first = Find(lab, Program);
        await Deadline.UntilAsync(() => Find(lab, Program) is { } next && next != first, TimeSpan.FromMinutes(5), "the next one runs");

        await KillAsync(lab, Program);

        await EndsInWordsAsync(lab);
    }

    private static async Task EndsInWordsAsync(LabProcess lab)
    {
        var code = await lab.ExitAsync(TimeSpan.FromMinutes(10));
        lab.Output.ShouldNotContain("   at ");
        lab.Output.ShouldNotContain("Unhandled");
        code.ShouldBe(1, lab.Output);
        var summary = await lab.ReadSummaryAsync();
        summary.Rows.ShouldContain(row => row.InvalidReasons.Count > 0, lab.Output);
        summary.Succeeded.ShouldBeFalse();
    }

    private static async Task KillAsync(LabProcess lab, string program)
    {
        await ComesAsync(lab, program);
        using var process = Process.GetProcessById(Find(lab, program)!.Value);
        process.Kill();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
    }

    private static bool HasSaid(LabProcess lab, string log, string text)
    {
        var file = lab.Runs is [var run] ? Path.Combine(run.FullName, log) : "";
        return File.Exists(file) && File.ReadAllText(file).Contains(text, StringComparison.Ordinal);
    }

    private static Task ComesAsync(LabProcess lab, string program) =>
        Deadline.UntilAsync(() => Find(lab, program) is not null, Deadline.Extended, $"{program} runs:\n{lab.Output}");

    /// <summary>Among the processes of the lab's session.</summary>
    private static int? Find(LabProcess lab, string program)
    {
        foreach (var folder in Directory.EnumerateDirectories("/proc").Where(folder => char.IsAsciiDigit(folder["/proc/".Length])))
        {
            try
            {
                var stat = File.ReadAllText(Path.Combine(folder, "stat"));
                var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
                var command = File.ReadAllText(Path.Combine(folder, "cmdline")).Replace('\0', ' ');
                if (fields[3] == $"{lab.Id}" && command.Contains(program, StringComparison.Ordinal) && !command.Contains("load.dll"))
                {
                    return int.Parse(Path.GetFileName(folder));
                }
            }
            catch (IOException)
            {
                // It has ended meanwhile.
            }
        }

        return null;
    }

    private static void SkipUnlessInstalled(string program)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "It looks for processes in /proc.");
        var missing = program switch
        {
            "nginx" => Peer.Nginx.Obstacle,
            "haproxy" => Peer.Haproxy.Obstacle,
            "rsyslogd" => LogPeer.Rsyslog.ObstacleTo("tcp"),
            "syslog-ng" => LogPeer.SyslogNg.ObstacleTo("tcp"),
            "prometheus-blackbox-exporter" => Load.Systems.Prober.Processes.PeerProgram.Blackbox.Obstacle,
            _ => null,
        };
        Assert.SkipWhen(missing is not null, missing ?? "");
    }
}
