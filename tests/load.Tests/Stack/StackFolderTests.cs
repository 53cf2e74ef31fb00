using Load.Machine;
using Load.Stack;

namespace Load.Tests.Stack;

public sealed class StackFolderTests : IDisposable
{
    private readonly TempDirectory _folder = new("stack");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Open_WhileAnotherStackWorksInIt_IsRefused()
    {
        using var first = StackFolder.Open(_folder.Path, isTemporary: false);

        Should.Throw<LabException>(() => StackFolder.Open(_folder.Path, isTemporary: false)).Message
            .ShouldBe($"--data {_folder.Path}: another stack works in it. Stop it, or name another folder.");
    }

    [Theory]
    [InlineData("{\"layout\":2}", "2")]
    [InlineData("{\"layout\":", "unknown")]
    [InlineData("[]", "unknown")]
    [InlineData("", "unknown")]
    public void Open_FolderOfAnotherLayout_IsRefusedAndLeftAsItIs(string text, string layout)
    {
        var file = Path.Combine(_folder.Path, "stack.json");
        File.WriteAllText(file, text);

        Should.Throw<LabException>(() => StackFolder.Open(_folder.Path, isTemporary: false)).Message.ShouldBe(
            $"--data {_folder.Path}: its layout is {layout}, and this build knows 1. Name another folder, or take the build that made it.");

        File.ReadAllText(file).ShouldBe(text);
        StackFolderIsFree();
    }

    [Fact]
    public void Open_FileInItsPlace_IsRefusedInASentence()
    {
        var file = Path.Combine(_folder.Path, "file");
        File.WriteAllText(file, "");

        Should.Throw<LabException>(() => StackFolder.Open(file, isTemporary: false)).Message.ShouldStartWith($"--data {file}: ");
    }

    [Fact]
    public void Dispose_OfATemporaryFolder_RemovesIt()
    {
        var path = Path.Combine(_folder.Path, "temporary");

        StackFolder.Open(path, isTemporary: true).Dispose();

        Directory.Exists(path).ShouldBeFalse();
    }

    [Fact]
    public void RequireFreePorts_ATakenPort_NamesItAndItsMember()
    {
        using var folder = StackFolder.Open(_folder.Path, isTemporary: false);
        using var taken = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        taken.Start();
        var port = ((System.Net.IPEndPoint)taken.LocalEndpoint).Port;
        var ports = StackPorts.Free(1) with { Sigma = port };

        Should.Throw<LabException>(() => RunningStack.RequireFreePorts(StackMembers.Of(new(_folder.Path), folder.Paths, ports))).Message
            .ShouldBe($"Port {port} of sigma is taken by another program. Stop that program, or say --free-ports.");
    }

    [Fact]
    public async Task MakeJournal_AfterOneThatWasInterrupted_MakesItAnewAndKeepsItThen()
    {
        var unfinished = Directory.CreateDirectory(Path.Combine(_folder.Path, "new", "journal"));
        await File.WriteAllTextAsync(Path.Combine(unfinished.FullName, "log.vkey"), "half", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(_folder.Path, "new", "reader.pem"), "half", TestContext.Current.CancellationToken);
        using var folder = StackFolder.Open(_folder.Path, isTemporary: false);

        await folder.MakeJournalAsync(TestContext.Current.CancellationToken).Within();
        var key = await File.ReadAllTextAsync(folder.Paths.Reader, TestContext.Current.CancellationToken);
        await folder.MakeJournalAsync(TestContext.Current.CancellationToken).Within();

        key.ShouldContain("PRIVATE KEY");
        File.ReadAllText(folder.Paths.Reader).ShouldBe(key);
        File.ReadAllText(Path.Combine(folder.Paths.Journal, "log.vkey")).ShouldStartWith("stack.example/journal");
        Directory.GetFiles(Path.Combine(folder.Paths.Journal, "recipients"))
            .Select(file => Path.GetFileName(file)).ShouldBe(["reader.pem"]);
        Directory.Exists(Path.Combine(_folder.Path, "new")).ShouldBeFalse();
    }

    private void StackFolderIsFree()
    {
        File.Delete(Path.Combine(_folder.Path, "stack.json"));
        StackFolder.Open(_folder.Path, isTemporary: false).Dispose();
    }
}
