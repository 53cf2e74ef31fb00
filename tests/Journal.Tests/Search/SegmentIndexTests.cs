using System.Globalization;
using Hosting.Lifetime;
using Journal.Features.Search;
using Journal.Log.Indexing;
using Journal.Log.Reading;

namespace Journal.Tests.Search;

public sealed class SegmentIndexTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>Whatever is asked, an index changes what is read and never what is found.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Find_WithAnIndex_GivesWhatAScanGives(int seed)
    {
        using var journal = new SearchedJournal();
        var random = new Random(seed);
        var lines = Lines(random, 6000);
        await journal.WriteAsync(lines.Take(3000), 50);
        await journal.WriteAsync(lines.Skip(3000), 700);
        await journal.WriteAsync(["the open one"]);
        (await journal.IndexAsync()).Code.ShouldBe(ExitCode.Done);
        var (leftOut, none) = (0L, journal.PathOf("none"));

        for (var i = 0; i < 60; i++)
        {
            var line = lines[random.Next(lines.Count)];
            var start = random.Next(line.Length - 1);
            var part = line.Substring(start, random.Next(1, Math.Min(24, line.Length - start)));
            var query = new SearchQuery
            {
                Text = random.Next(4) switch
                {
                    0 => null,
                    1 => new(part.ToUpperInvariant(), true, false),
                    2 => new(System.Text.RegularExpressions.Regex.Escape(part) + ".?", false, true),
                    _ => new(part, false, false),
                },
                Host = random.Next(3) == 0 ? $"web{random.Next(30)}*" : null,
                App = random.Next(4) == 0 ? "SSHD" : null,
                Severity = random.Next(4) == 0 ? random.Next(8) : null,
                From = random.Next(4) == 0 ? new(random.Next(6000), null) : null,
            };
            var scanned = journal.Search(query, none);
            var found = journal.Search(query);

            found.Lines.ShouldBe(scanned.Lines);
            found.Said.ShouldBeEmpty();
            leftOut += scanned.Search.FramesRead - found.Search.FramesRead;
        }

        leftOut.ShouldBeGreaterThan(100); // otherwise the index does nothing
    }

    [Fact]
    public async Task Index_OfASegment_TakesATenthOfItAtMost()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(Lines(new(1), 40_000), 2000);
        await journal.WriteAsync(Lines(new(2), 3000), 1); // a frame for each line
        await journal.WriteAsync(["the open one"]);

        var (code, said) = await journal.IndexAsync();

        code.ShouldBe(ExitCode.Done, said);
        foreach (var segment in journal.Folder.ListSegments().Take(2))
        {
            var index = new FileInfo(IndexFolder.FileOf(journal.Folder.Indexes, segment.FirstFrame)).Length;
            index.ShouldBeLessThanOrEqualTo(new FileInfo(segment.Path).Length / 10);
        }
    }

    [Theory]
    [InlineData("flipped", "damaged, or was not written by a reader")]
    [InlineData("cut", "damaged, or was not written by a reader")]
    [InlineData("short", "impossible length")]
    [InlineData("another", "belongs to another segment")]
    [InlineData("text", "no index of a known version")]
    [InlineData("older", "no index of a known version")]
    public async Task Find_AnIndexThatIsNotSound_IsNotBelievedAndIsMadeAgain(string way, string expected)
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(Lines(new(1), 500));
        await journal.WriteAsync(["the needle in a haystack"]);
        await journal.WriteAsync(["the open one"]);
        await journal.IndexAsync();
        var segments = journal.Folder.ListSegments();
        var (other, file) = (
            IndexFolder.FileOf(journal.Folder.Indexes, segments[0].FirstFrame),
            IndexFolder.FileOf(journal.Folder.Indexes, segments[1].FirstFrame));
        var bytes = await File.ReadAllBytesAsync(way == "another" ? other : file, Token);
        bytes[^20] ^= way == "flipped" ? (byte)1 : (byte)0;
        bytes[0] ^= way == "text" ? (byte)1 : (byte)0;
        bytes[3] = way == "older" ? (byte)'1' : bytes[3];
        bytes = way switch { "cut" => bytes[..^1], "short" => bytes[..20], _ => bytes };
        await File.WriteAllBytesAsync(file, bytes, Token);
        var query = new SearchQuery { Text = new("needle", false, false) };

        var (lines, said, _) = journal.Search(query);
        var (code, told) = await journal.IndexAsync();

        lines.ShouldBe(["the needle in a haystack"]);
        said.ShouldContain(expected);
        (code, told.Contains(expected, StringComparison.Ordinal)).ShouldBe((ExitCode.Done, true), told);
        told.ShouldContain("1 indexes were made");
        journal.Search(query).Said.ShouldBeEmpty();
    }

    /// <summary>A reader of the segment could write an index that points anywhere; its answers are looked for in the segment.</summary>
    [Fact]
    public async Task Find_AnIndexThatLeadsToNoFrame_IsNotUsed()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(["first needle", "hay", "second needle"], 1);
        await journal.WriteAsync(["the open one"]);
        var segment = journal.Folder.ListSegments()[0];
        using (var frames = SegmentFrames.Open(segment, JournalHost.Reader, 1))
        {
            var map = frames.Map(journal.Folder.ListSegments()[1].FirstFrame);
            var builder = new IndexBuilder();
            foreach (var frame in map.Frames)
            {
                var place = frame.Place with { Offset = frame.Place.Offset + (frame.FirstSequence == 0 ? 1 : 0) };
                builder.Add(place, frame.StoredBytes, frames.Open([frame.Place], null, read => read).First().Records, new IndexFields[1]);
            }

            new IndexFolder(journal.Folder.Indexes, journal.Folder.Disk).Write(
                segment, frames.Id, frames.Keys!.CopyIndexKey(), builder.Build());
        }

        var (lines, said, search) = journal.Search(new() { Text = new("needle", false, false) });

        lines.ShouldBe(["second needle", "first needle"]);
        said.ShouldContain("does not agree with it at frame");
        search.Damaged.ShouldBe(0);
    }

    [Fact]
    public async Task Find_DamagedIndexKeys_AreNotUsed()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(["needle"]);
        await journal.WriteAsync(["the open one"]);
        await journal.IndexAsync();
        var file = IndexKeys.FileOf(journal.Folder.Indexes, JournalHost.Reader);
        var bytes = await File.ReadAllBytesAsync(file, Token);
        bytes[^1] ^= 1;
        await File.WriteAllBytesAsync(file, bytes, Token);

        var (lines, said, _) = journal.Search(new() { Text = new("needle", false, false) });

        lines.ShouldBe(["needle"]);
        said.ShouldContain("is not used: it is damaged, or was not written for this key");
        (await journal.IndexAsync()).Said.ShouldContain("is made again");
        journal.Search(new() { Text = new("needle", false, false) }).Said.ShouldBeEmpty();
    }

    [Fact]
    public async Task Index_OfASegmentThatIsGone_IsRemoved()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(["one"]);
        await journal.WriteAsync(["two"]);
        await journal.WriteAsync(["the open one"]);
        await journal.IndexAsync();
        File.Delete(journal.Folder.ListSegments()[0].Path);

        var (_, said) = await journal.IndexAsync();

        said.ShouldContain("1 of deleted segments were removed");
        Directory.GetFiles(journal.Folder.Indexes, "*.idx").ShouldHaveSingleItem();
    }

    private static List<string> Lines(Random random, int count) => [.. Enumerable.Range(0, count).Select(number =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"<{random.Next(192)}>Nov {random.Next(10, 30)} {random.Next(10, 24)}:{random.Next(10, 60)}:01 web{random.Next(30)} "
            + $"{App(random)}[{random.Next(40000)}]: {Word(random)} {Word(random)} for user{random.Next(50)} id={random.NextInt64():x} "
            + $"{number}"))];

    private static string App(Random random) => ((string[])["sshd", "cron", "nginx", "kernel"])[random.Next(4)];

    private static string Word(Random random) =>
        ((string[])["accepted", "closed", "failed", "opened", "queued", "timeout"])[random.Next(6)];
}
