using System.Diagnostics;
using Journal.Features.Replay;

namespace Journal.Tests.Peers;

/// <summary>systemd-journal-upload sends a journal of systemd's, which systemd-journal-remote has made.</summary>
public sealed class JournaldPeerTests
{
    private const string Package = "systemd-journal-remote";
    private const string Boot = "f778b6e2f7584a77b991a2366612a7b5";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Upload_OfSystemd_IsStoredWithItsFields()
    {
        var (remote, upload) = (Program("systemd-journal-remote"), Program("systemd-journal-upload"));
        using var folder = new TempDirectory();
        await using var host = await JournalHost.StartAsync();
        await File.WriteAllTextAsync(folder.Combine("entries"), Entry(1, "MESSAGE=disk is full\n")
            + Entry(2, "MESSAGE\n\x0B\0\0\0\0\0\0\0two\nlines\nx\n") + Entry(3, "MESSAGE=gr\u00FC\u00DFe\n"), Token);
        await RunAsync(remote, "--output", folder.Combine("made.journal"), folder.Combine("entries"));

        await RunAsync(upload, "--url", $"{host.Http}".TrimEnd('/'), "--file", folder.Combine("made.journal"),
            "--follow=no", $"--save-state={folder.Combine("state")}");

        await host.UntilAsync(3);
        foreach (var fields in host.Records().Select(SyslogFields.Of))
        {
            (fields.Severity, fields.Facility, fields.Host, fields.App, fields.Process).ShouldBe((3, 19, "web-1", "shop", "42"));
        }

        host.Records().Select(record => System.Text.Encoding.UTF8.GetString(SyslogFields.Of(record).Text.Span))
            .ShouldBe(["disk is full", "two\nlines\nx", "grüße"]);
    }

    private static string Entry(int number, string message) =>
        $"__REALTIME_TIMESTAMP={1764158400000000 + number}\n__MONOTONIC_TIMESTAMP={number}\n_BOOT_ID={Boot}\n_HOSTNAME=web-1\n"
        + $"PRIORITY=3\nSYSLOG_FACILITY=19\nSYSLOG_IDENTIFIER=shop\nSYSLOG_PID=42\n{message}\n";

    private static string Program(string name)
    {
        var path = Path.Combine("/usr/lib/systemd", name);
        return File.Exists(path) ? path : InstalledProgram.SkipUnlessPresent(name, Package);
    }

    private static async Task RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        try
        {
            await process.WaitForExitAsync(Token).Within();
        }
        finally
        {
            process.Kill();
        }

        process.ExitCode.ShouldBe(0);
    }
}
