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
}
