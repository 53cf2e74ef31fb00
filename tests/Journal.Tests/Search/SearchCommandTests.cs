using Hosting.Lifetime;

namespace Journal.Tests.Search;

/// <summary><c>journal search TEXT FOLDER</c>, as a person types it.</summary>
[Trait("Category", "EndToEnd")]
public sealed class SearchCommandTests : IDisposable
{
    private readonly SearchedJournal _journal = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _journal.Dispose();

    [Fact]
    public async Task Search_ATextAndAFolder_FindsItThere()
    {
        await _journal.WriteAsync(["<11>Nov 22 10:00:00 web1 app: disk is full", "<14>Nov 22 10:00:00 web1 app: all is well"]);
        var key = _journal.PathOf("reader.pem");
        await File.WriteAllTextAsync(key, JournalHost.Reader.ExportPrivate(), Token);

        var (code, said) = await RunAsync("disk is", _journal.Folder.Path, "--key", key);
        (code, said.Contains(" 0: <11>Nov 22 10:00:00 web1 app: disk is full", StringComparison.Ordinal))
            .ShouldBe((ExitCode.Done, true), said);
        said.ShouldContain("1 lines.");
        var (all, every) = await RunAsync("", _journal.Folder.Path, "--key", key, "--host", "web*");
        (all, every.Contains("2 lines.", StringComparison.Ordinal)).ShouldBe((ExitCode.Done, true), every);
        var (nothing, why) = await RunAsync("disk is", _journal.PathOf("nowhere"), "--key", key);
        (nothing, why.Contains("is not a journal", StringComparison.Ordinal)).ShouldBe((ExitCode.NotDone, true), why);
    }

    /// <summary>The setting names another folder: the argument counts.</summary>
    private Task<(int Code, string Output)> RunAsync(params string[] arguments) =>
        JournalProcess.RunAsync(_journal.PathOf("another"), ["search", .. arguments]);
}
