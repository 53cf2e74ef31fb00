using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Journal.Features.Holds;
using Journal.Log.Folders;
using Journal.Log.Writing;
using Journal.Tests.Search;

namespace Journal.Tests.Holds;

public sealed class HoldTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Hold_AddedAndReleased_IsRecordedAndKeepsItsSegment()
    {
        using var journal = await WriteAsync();
        var (command, said) = CommandOf(journal.Folder);
        (await command.AddAsync("case-7", new(1, null), new(2, null), "court order 7")).ShouldBe(ExitCode.Done);
        var holds = new HoldFolder(journal.Folder);
        await using (var host = await JournalHost.StartOnAsync(journal.Folder, null))
        {
            await Deadline.UntilAsync(() => holds.IsRecorded("case-7", isRelease: false));
            (await DeleteAsync(host, holds)).ShouldBe(1); // record 0
            (await DeleteAsync(host, holds)).ShouldBe(0);

            await command.ReleaseAsync("case-7", "settled");
            await Deadline.UntilAsync(() => holds.IsRecorded("case-7", isRelease: true));

            (await DeleteAsync(host, holds)).ShouldBe(2);
            var records = host.Lines().Where(line => line.Contains("case-7", StringComparison.Ordinal)).Select(line =>
                JsonNode.Parse(line)!).ToList();
            records.ConvertAll(record => ((string?)record["event"], (string?)record["reason"]))
                .ShouldBe([("hold added", "court order 7"), ("hold released", "settled")]);
        }

        holds.Read().ShouldBeEmpty();
        said.ToString().ShouldContain("case-7 holds record 1 to record 2.");
    }

    [Fact]
    public async Task Hold_OfWhatIsDeleted_IsAnsweredInWords()
    {
        using var journal = await WriteAsync();
        await using (var host = await JournalHost.StartOnAsync(journal.Folder, null))
        {
            (await DeleteAsync(host, new(journal.Folder))).ShouldBe(3);
        }

        var (command, said) = CommandOf(journal.Folder);

        (await Should.ThrowAsync<JournalRefusedException>(() => command.AddAsync("late", null, new(2, null), "x"))).Message
            .ShouldStartWith("There is nothing left to hold. Records before 3, of before 20");
        (await command.AddAsync("part", new(0, null), null, "x")).ShouldBe(ExitCode.Done);
        said.ToString().ShouldContain("are deleted: the hold keeps what is left.");
        (await Should.ThrowAsync<JournalRefusedException>(() => command.AddAsync("part", null, null, "x"))).Message.ShouldContain(
            "another name");
        (await Should.ThrowAsync<JournalRefusedException>(() => command.AddAsync("../x", null, null, "x"))).Message.ShouldContain(
            "no name");
        (await Should.ThrowAsync<JournalRefusedException>(() => command.AddAsync("x", new(3, null), new(3, null), "x"))).Message
            .ShouldContain("before it begins");
        (await Should.ThrowAsync<JournalRefusedException>(() => command.AddAsync("x", new(null, 2_000_000), new(null, 1_000_000), "x")))
            .Message.ShouldContain("end at 1970-01-01T00:00:01Z, before it begins at 1970-01-01T00:00:02Z");
        (await Should.ThrowAsync<JournalRefusedException>(() => command.ReleaseAsync("none", "x"))).Message.ShouldContain("no hold none");
    }

    [Fact]
    public async Task Read_ADamagedHold_LetsNothingBeDeleted()
    {
        using var journal = await WriteAsync();
        await CommandOf(journal.Folder).Command.AddAsync("a", new(1, null), null, "x");
        await File.WriteAllTextAsync(Path.Combine(journal.Folder.Path, "holds", "a.json"), "{", Token);

        Should.Throw<InvalidDataException>(() => new HoldFolder(journal.Folder).Read()).Message.ShouldContain("restore it from a copy");
    }

    /// <summary>Three segments with a record in each.</summary>
    private static async Task<SearchedJournal> WriteAsync()
    {
        var journal = new SearchedJournal();
        foreach (var line in (string[])["a", "b", "c"])
        {
            await journal.WriteAsync([line]);
        }

        return journal;
    }

    private static (HoldCommand Command, StringWriter Said) CommandOf(JournalFolder folder)
    {
        var said = new StringWriter();
        return (new(folder, TextWriter.Null, said, TimeProvider.System), said);
    }

    private static Task<int> DeleteAsync(JournalHost host, HoldFolder holds) => new SegmentRetention(host.Folder, host.Writer)
    {
        IsHeld = (segment, next) => holds.Read().Any(hold => hold.Holds(segment, next)),
    }.DeleteAsync(long.MaxValue, long.MaxValue, Token).Within();
}
