using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Journal.Features.Search;
using Journal.Log.Recipients;

namespace Journal.Tests.Search;

public sealed class LogSearchTests
{
    private const string Failed = "<11>Nov 22 10:00:00 web1 sshd[42]: Failed password for root";
    private const string Hello = "<14>1 2026-11-22T10:00:00Z db1 app 1 - - hello Stra\u00DFe \u00C4rger";
    private const string Json = "{\"host\":\"WEB2\",\"app\":\"shop\",\"level\":4,\"a\":1}";
    private const string Plain = "no syslog at all\tdot.dot \u001b[31m";

    [Fact]
    public async Task Find_EveryCondition_GivesTheNewestFirst()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync([Failed, Hello], 1);
        await journal.WriteAsync([Json, Plain], 2);

        Find(new()).ShouldBe([Plain, Json, Hello, Failed]);
        Find(new() { Text = new("Failed password", false, false) }).ShouldBe([Failed]);
        Find(new() { Text = new("failed PASSWORD", false, false) }).ShouldBeEmpty();
        Find(new() { Text = new("failed PASSWORD", true, false) }).ShouldBe([Failed]);
        Find(new() { Text = new("\u00E4RGER", true, false) }).ShouldBe([Hello]);
        Find(new() { Text = new("\u00E4RGER", false, false) }).ShouldBeEmpty();
        Find(new() { Text = new(@"sshd\[\d+\]: F", false, true) }).ShouldBe([Failed]);
        Find(new() { Text = new("HELLO|failed", true, true) }).ShouldBe([Hello, Failed]);
        Find(new() { Text = new(@"(o)\1", false, true) }).ShouldBe([Failed]); // needs the expressions that go back
        Find(new() { Host = "web*" }).ShouldBe([Json, Failed]);
        Find(new() { Host = "web?", App = "ss*" }).ShouldBe([Failed]);
        Find(new() { Severity = 4 }).ShouldBe([Json, Failed]);
        Find(new() { From = new(1, null), To = new(3, null) }).ShouldBe([Json, Hello]);
        var past = TimeText.Parse("2000-01-01", DateTimeOffset.UnixEpoch);
        var future = TimeText.Parse("2100-01-01", DateTimeOffset.UnixEpoch);
        Find(new() { From = future }).ShouldBeEmpty();
        Find(new() { To = past }).ShouldBeEmpty();
        Find(new() { From = past, To = future }).Length.ShouldBe(4);
        Find(new() { Source = "127.0.0.1" }).Length.ShouldBe(4);
        Find(new() { Source = "10.0.0.1" }).ShouldBeEmpty();

        string[] Find(SearchQuery query) => journal.Search(query).Lines;
    }

    [Theory]
    [InlineData("all", 0)]
    [InlineData("of the last one", 1)]
    [InlineData("a byte", 3)]
    public async Task Run_SegmentsThatEndBeforeWhatIsSigned_SaysWhichFramesAreMissing(string gone, int left)
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(["x0"]);
        await journal.WriteAsync(["x1", "x2"], 1);
        var segments = journal.Folder.ListSegments();
        using (var cut = File.OpenWrite(segments[^1].Path))
        {
            cut.SetLength(gone == "a byte" ? cut.Length - 1 : 0);
        }

        (gone == "all" ? segments : []).ToList().ForEach(segment => File.Delete(segment.Path));

        var (code, _, said) = await journal.CommandAsync(new() { Text = new("x", false, false) });

        code.ShouldBe(ExitCode.Found, said);
        said.ShouldContain("Missing: frames ");
        said.ShouldContain(", which the log has signed: the end of its segments is cut, or not copied.");
        said.ShouldContain($"{left} line");
    }

    [Fact]
    public async Task Run_WithRecordsAround_PrintsEachOnceAndMarksHits()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(["a0", "a1", "hit2", "a3"], 1);
        await journal.WriteAsync(["a4", "hit5", "hit6", "a7", "a8", "a9", "a10", "a11", "hit12"], 3);

        var (code, output, said) = await journal.CommandAsync(new() { Text = new("hit", false, false) }, context: 1);

        code.ShouldBe(ExitCode.Done);
        output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line == "--" ? line : line[25..])
            .ShouldBe(["11- a11", "12: hit12", "--", "5: hit5", "6: hit6", "7- a7", "--", "1- a1", "2: hit2", "3- a3"], ignoreOrder: true);
        output.Split("hit6").Length.ShouldBe(2);
        said.ShouldStartWith("4 lines. ");
    }

    [Fact]
    public async Task Run_WithALimit_SaysThatThereIsMore()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(["x1", "x2", "x3"]);

        var (code, output, said) = await journal.CommandAsync(new() { Text = new("x", false, false) }, limit: 2, json: true);

        code.ShouldBe(ExitCode.Done);
        var lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonNode.Parse(line)!).ToList();
        lines.ConvertAll(line => ((long)line["sequence"]!, (string?)line["message"], (bool)line["proven"]!))
            .ShouldBe([(2, "x3", true), (1, "x2", true)]);
        said.ShouldStartWith("2 lines, and there are more (--limit).");
    }

    [Fact]
    public async Task Run_ALineWithControlCharacters_CannotReachTheTerminal()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync([Plain + "\u009b1m\u202Ex"]);

        var (_, output, _) = await journal.CommandAsync(new());

        output.ShouldContain(@"\x1B[31m\x9B1m\u{202E}x");
        output.ShouldContain("all\tdot");
    }

    [Fact]
    public async Task Run_ADamagedFrame_IsToldAndTheOthersAreFound()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(["one", "two"], 1);
        await journal.WriteAsync(["three"]);
        var segment = journal.Folder.ListSegments()[0].Path;
        var bytes = await File.ReadAllBytesAsync(segment, TestContext.Current.CancellationToken);
        bytes[^300] ^= 1; // in the last frame with records
        await File.WriteAllBytesAsync(segment, bytes, TestContext.Current.CancellationToken);

        var (code, output, said) = await journal.CommandAsync(new());

        code.ShouldBe(ExitCode.Found);
        output.ShouldContain("three");
        output.ShouldContain("one");
        said.ShouldContain("Damaged: frame ");
    }

    /// <summary>Whoever replaces a frame by another one of the same key, without the log's signature.</summary>
    [Fact]
    public async Task Find_AFrameThatIsNotInTheSignedTree_IsNotProven()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(["one"]);
        var checkpoint = await File.ReadAllTextAsync(journal.Folder.Checkpoint, TestContext.Current.CancellationToken);
        await journal.WriteAsync(["two"]);
        await File.WriteAllTextAsync(journal.Folder.Checkpoint, checkpoint, TestContext.Current.CancellationToken);

        var search = new LogSearch(journal.Folder, JournalHost.Reader, null, journal.Folder.Indexes, _ => { });

        search.Find(new(), TestContext.Current.CancellationToken).Select(found => found.IsProven).ShouldBe([false, true]);
    }

    [Fact]
    public async Task Run_AKeyThatOpensNothing_IsNotDone()
    {
        using var journal = new SearchedJournal();
        using var stranger = ReaderKey.Create();
        await journal.WriteAsync(["one"]);
        var said = new StringWriter();

        var code = await new SearchCommand(journal.Folder, new(), TextWriter.Null, said).RunAsync(
            new(journal.Folder, stranger, null, journal.Folder.Indexes, said.WriteLine), stranger, TestContext.Current.CancellationToken);

        code.ShouldBe(ExitCode.NotDone);
        said.ToString().ShouldContain("1 segments are not for this key");
    }
}
