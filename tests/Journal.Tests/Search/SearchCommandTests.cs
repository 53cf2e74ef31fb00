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
        said.ShouldContain("1 line.");
        var (all, every) = await RunAsync("", _journal.Folder.Path, "--key", key, "--host", "web*");
        (all, every.Contains("2 lines.", StringComparison.Ordinal)).ShouldBe((ExitCode.Done, true), every);
        (_, said) = await RunAsync("disk is", _journal.Folder.Path, "--key", key, "--from", "1795741800");
        said.ShouldContain("--from 1795741800 is the number of a record: the time 2026-11-27T01:10:00Z is written @1795741800.");
        File.Delete(_journal.Folder.Checkpoint);
        (_, said) = await RunAsync("disk is", _journal.Folder.Path, "--key", key);
        said.ShouldContain("Nothing is proven: the log has no checkpoint; the journal writes one when it runs.");
        var (nothing, why) = await RunAsync("disk is", _journal.PathOf("nowhere"), "--key", key);
        (nothing, why.Contains("is not a journal", StringComparison.Ordinal)).ShouldBe((ExitCode.NotDone, true), why);
    }

    [Theory]
    [InlineData("--context abc", "Cannot parse argument 'abc' for option '--context'")]
    [InlineData("--context -5", "--context is 0 to 1000.")]
    [InlineData("--limit -1", "--limit is 0 or more.")]
    [InlineData("--from 5 --to 5", "No record is between these bounds")]
    [InlineData("--from now --to yesterday", "No record is between these bounds")]
    [InlineData("--index nowhere", "nowhere is no folder of indexes. Make it with: journal index --index nowhere")]
    [InlineData("--key .", ". is a folder: name the reader's .pem file.")]
    public async Task Search_WhatCannotBeMeant_IsRefused(string options, string why)
    {
        await _journal.WriteAsync(["a line"]);
        var key = _journal.PathOf("reader.pem");
        await File.WriteAllTextAsync(key, JournalHost.Reader.ExportPrivate(), Token);
        string[] given = options.Contains("--key", StringComparison.Ordinal) ? [] : ["--key", key];

        var (code, said) = await RunAsync(["line", _journal.Folder.Path, .. given, .. options.Split(' ')]);

        code.ShouldBe(ExitCode.NotDone, said);
        said.ShouldContain(why);
        said.ShouldNotContain("Unhandled");
    }

    /// <summary>The setting names another folder: the argument counts.</summary>
    private Task<(int Code, string Output)> RunAsync(params string[] arguments) =>
        JournalProcess.RunAsync(_journal.PathOf("another"), ["search", .. arguments]);
}
