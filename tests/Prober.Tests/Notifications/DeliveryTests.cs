using System.Diagnostics;

namespace Prober.Tests.Notifications;

/// <summary>Messages reach receivers that nobody here wrote: a program of the system's shell, and rsyslog.</summary>
public sealed class DeliveryTests : IDisposable
{
    private readonly TempDirectory _folder = new("delivery");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Shell_OfATargetThatIsDown_GetsEaseProbesVariablesAndTheCsv()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program is a shell script.");
        var (program, said) = (_folder.Combine("told.sh"), _folder.Combine("said"));
        File.WriteAllText(program, "#!/bin/sh\n{ env; cat; } > \"$OUT.new\"\nmv \"$OUT.new\" \"$OUT\"\n");
        using var allowed = Process.Start("chmod", ["700", program]);
        await allowed.WaitForExitAsync(TestContext.Current.CancellationToken);
        await using var host = await StartAsync(
            $"shell: [{{ name: own, cmd: {program}, env: [\"OUT={said}\"] }}]", "--Prober:AllowShell=true");

        await Deadline.UntilAsync(() => File.Exists(said));

        var text = File.ReadAllText(said);
        foreach (var line in (string[])["EASEPROBE_TYPE=Status", "EASEPROBE_NAME=Shop", "EASEPROBE_STATUS=down"])
        {
            text.ShouldContain($"{line}\n");
        }

        text.ShouldContain("Title,Name,Endpoint,Status,Timestamp,Message\n");
        text.ShouldContain("\"Shop\",\"127.0.0.1:");
    }

    [Theory]
    [InlineData("udp")]
    [InlineData("tcp")]
    public async Task Syslog_OfATargetThatIsDown_IsWrittenByRsyslog(string network)
    {
        var program = InstalledProgram.SkipUnlessPresent("rsyslogd", package: "rsyslog");
        var (port, written) = (LoopbackPort.FindFree(), _folder.Combine("written"));
        File.WriteAllText(_folder.Combine("rsyslog.conf"), $$"""
            module(load="im{{network}}")
            input(type="im{{network}}" address="127.0.0.1" port="{{port}}")
            template(name="whole" type="string" string="%app-name%|%syslogseverity-text%|%msg%\n")
            action(type="omfile" file="{{written}}" template="whole")
            """);
        using var rsyslog = Process.Start(
            program, ["-n", "-f", _folder.Combine("rsyslog.conf"), "-i", _folder.Combine("pid")]);
        try
        {
            await using var host = await StartAsync(
                $"log: [{{ name: own, file: syslog, host: \"127.0.0.1:{port}\", network: {network} }}]");

            await Deadline.UntilAsync(() => File.Exists(written) && File.ReadAllText(written).Contains("Shop"));

            File.ReadAllText(written).ShouldContain("prober|");
        }
        finally
        {
            rsyslog.Kill();
            await rsyslog.WaitForExitAsync(CancellationToken.None);
        }
    }

    private Task<ProberHost> StartAsync(string notify, params string[] arguments)
    {
        // Three failures: rsyslog may start later than the prober, and a datagram that nobody takes is lost.
        File.WriteAllText(_folder.Combine("probes.yaml"), $$"""
            tcp:
              - name: Shop
                host: "127.0.0.1:{{LoopbackPort.FindFree()}}"
                interval: 1s
                failure: 3
                alert: { strategy: regular, max: 100 }
            notify:
              {{notify}}
            """);
        return ProberHost.StartAsync(["--config", _folder.Combine("probes.yaml"), "--Prober:JoinSpan=0s", .. arguments]);
    }
}
