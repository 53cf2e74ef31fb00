using System.Text;
using Hosting.Lifetime;
using Journal.Features.Verify;
using Journal.Log.Folders;
using Journal.Log.Recipients;

namespace Journal.Tests;

/// <summary>What the executable's commands say and how they end, as a person or a script calls them.</summary>
[Trait("Category", "EndToEnd")]
public sealed class CommandTests : IDisposable
{
    private readonly TempDirectory _directory = new("journal-commands");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _directory.Dispose();

    [Fact]
    public async Task Verify_EachOutcome_HasItsExitCode()
    {
        var folder = JournalHost.Make(_directory);
        await StartAndStopAsync(folder);
        var older = _directory.Combine("older");
        File.Copy(folder.Checkpoint, older);

        (await RunAsync(folder, "verify", "--anchor", older)).Code.ShouldBe(ExitCode.Done);
        await StartAndStopAsync(folder);
        (await RunAsync(folder, "verify")).Code.ShouldBe(ExitCode.Done);
        (await RunAsync(folder, "verify", "--anchor", older)).Code.ShouldBe(VerifyCommand.NotAnchored);
        (await RunAsync(folder, "verify", "--max-age", "1.00:00:00")).Code.ShouldBe(ExitCode.Done);
        var (old, said) = await RunAsync(folder, "verify", "--max-age", "00:00:00.001");
        (old, said.Contains(" old.", StringComparison.Ordinal)).ShouldBe((ExitCode.Found, true), said);
        (await RunAsync(folder, "verify", "--vkey", "nobody")).Code.ShouldBe(ExitCode.NotDone);
        (await RunAsync(folder, "verify", "--anchor", _directory.Combine("none"))).Code.ShouldBe(ExitCode.NotDone);
        var (none, why) = await RunAsync(new(_directory.Combine("nothing")), "verify");
        (none, why.Contains("holds no journal", StringComparison.Ordinal)).ShouldBe((ExitCode.NotDone, true), why);
    }

    [Fact]
    public async Task Account_ASegmentThatWasJustMade_IsOfTheOneBefore()
    {
        var folder = JournalHost.Make(_directory);
        await StartAndStopAsync(folder);
        var (code, before) = await RunAsync(folder, "account");
        code.ShouldBe(ExitCode.Done, before);
        before.ShouldContain("0  dropped by the kernel at the UDP socket, as far as it says so: Linux does\n"); // elsewhere 0 says nothing
        await File.WriteAllTextAsync(folder.Segment(1000), "JSG1", Token);

        (await RunAsync(folder, "account")).ShouldBe((ExitCode.Done, before));
    }

    [Fact]
    public async Task Readers_AddedAndRemoved_AreThoseOfTheNextSegment()
    {
        var folder = JournalHost.Make(_directory);
        using var another = ReaderKey.Create();
        var file = _directory.Combine("another.pem");
        await File.WriteAllTextAsync(file, another.ExportPublic(), Encoding.ASCII, Token);

        (await RunAsync(folder, "readers", "add", file)).Code.ShouldBe(ExitCode.Done);
        (await RunAsync(folder, "readers", "add", file)).Code.ShouldBe(ExitCode.NotDone);
        Names().ShouldBe(["another", "reader"]);
        (await RunAsync(folder, "readers", "remove", "reader")).Code.ShouldBe(ExitCode.Done);
        (await RunAsync(folder, "readers", "remove", "reader")).Code.ShouldBe(ExitCode.NotDone);
        var (last, said) = await RunAsync(folder, "readers", "remove", "another");
        (last, said.Contains("the last reader", StringComparison.Ordinal)).ShouldBe((ExitCode.NotDone, true), said);
        Names().ShouldBe(["another"]);

        IEnumerable<string?> Names() =>
            Directory.GetFiles(folder.Recipients).Select(Path.GetFileNameWithoutExtension).Order(StringComparer.Ordinal);
    }

    private static Task<(int Code, string Output)> RunAsync(JournalFolder folder, params string[] arguments) =>
        JournalProcess.RunAsync(folder.Path, arguments);

    private static async Task StartAndStopAsync(JournalFolder folder)
    {
        await using var host = await JournalHost.StartOnAsync(folder, null);
    }
}
