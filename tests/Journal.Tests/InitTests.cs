using Hosting.Lifetime;
using Journal.Features.Commands;
using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Writing;

namespace Journal.Tests;

/// <summary>The readers of a journal: when it is made, and later.</summary>
public sealed class InitTests : IDisposable
{
    private readonly TempDirectory _directory = new("journal-init");

    public void Dispose() => _directory.Dispose();

    [Fact]
    public async Task Init_AJournalThatIsThereAlready_LeavesNoKeyThatOpensNothing()
    {
        var folder = new JournalFolder(_directory.Combine("journal"));
        var (first, second) = (_directory.Combine("first.pem"), _directory.Combine("second.pem"));
        (await InitCommand.RunAsync(folder, null, first, [], TextWriter.Null)).ShouldBe(ExitCode.Done);

        (await Should.ThrowAsync<JournalRefusedException>(() => InitCommand.RunAsync(folder, null, second, [], TextWriter.Null)))
            .Message.ShouldContain("is already a journal");

        File.Exists(second).ShouldBeFalse();
        using var key = ReaderKey.Parse(await File.ReadAllTextAsync(first, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Readers_WhoseNamesHaveDots_AreRemovedByThoseNames()
    {
        var folder = JournalHost.Make(_directory);
        foreach (var name in (string[])["alice.pem", "alice.smith.pem", "key.pub"])
        {
            var file = _directory.Combine(name);
            await File.WriteAllTextAsync(file, JournalHost.Reader.ExportPublic(), TestContext.Current.CancellationToken);
            await ReadersCommand.AddAsync(folder, file, TextWriter.Null);
        }

        await ReadersCommand.RemoveAsync(folder, "alice.smith", TextWriter.Null);
        Names().ShouldBe(["alice.pem", "key.pub.pem", "reader.pem"]);
        await ReadersCommand.RemoveAsync(folder, "alice.pem", TextWriter.Null);
        await ReadersCommand.RemoveAsync(folder, "key.pub", TextWriter.Null);
        Names().ShouldBe(["reader.pem"]);

        IEnumerable<string?> Names() =>
            Directory.GetFiles(folder.Recipients).Select(Path.GetFileName).Order(StringComparer.Ordinal);
    }
}
