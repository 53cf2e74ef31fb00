using System.Diagnostics;
using Load.Machine;
using Load.Servers;

namespace Load.Tests.Servers;

public sealed class ServerScriptTests : IDisposable
{
    private readonly TempDirectory _folder = new("script");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Shell_Command_RunsInASessionThatNoTerminalInterrupts()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sessions and /proc");
        var path = _folder.Combine("servers");
        File.Copy("/bin/true", path);
        await using var script = new ServerScript(path);

        var said = await script.ShellAsync("echo $$ $(cut -d' ' -f6 /proc/$$/stat)", TestContext.Current.CancellationToken).Within();

        said.Split(' ').Distinct().ShouldHaveSingleItem("the shell leads its session");
    }

    [Fact]
    public async Task Lab_KilledWhileAServerStarts_LeavesNothingRunning()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sessions and /proc");
        var (path, up, down) = (_folder.Combine("servers"), _folder.Combine("up"), _folder.Combine("down"));
        File.WriteAllText(
            path, $"#!/bin/sh\ncase $1 in up) echo $$ $SERVICES_HOME > {up}.new; mv {up}.new {up}; sleep 600;; down) touch {down};; esac\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        using var lab = Process.Start(new ProcessStartInfo(
            "dotnet", [BuiltAssembly.Find("load"), "stack", "--no-build", "--free-ports", "--servers", path])
        {
            RedirectStandardOutput = true,
        })!;
        await Deadline.UntilAsync(() => File.Exists(up));
        var (starting, home) = File.ReadAllText(up).TrimEnd().Split(' ') is [var id, var folder] ? (id, folder) : default;

        lab.Kill();

        await Deadline.UntilAsync(() => File.Exists(down) && !Directory.Exists(home));
        await Deadline.UntilAsync(() => !Directory.Exists($"/proc/{starting}"));
    }
}
