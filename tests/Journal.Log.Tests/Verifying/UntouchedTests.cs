using Journal.Log.Frames;
using Journal.Log.Tests.Writing;
using Journal.Log.Tiles;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Verifying;

/// <summary>
/// Journals of many shapes that nobody has touched: sizes around a full tile, several runs and epochs, files that failed, segments that
/// retention deleted, ends that a crash has torn.
/// </summary>
public sealed class UntouchedTests
{
    /// <summary>Calls that make a segment and its first frame: when one of these fails at a start, there is no start.</summary>
    private const int CallsOfAStart = 4;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public Task Verify_JournalsOfManyShapes_RaisesNoAlarm() => VerifyAsync(journals: 24);

    [Fact]
    [Trait("Category", "Nightly")]
    public Task Verify_AThousandJournalsOfManyShapes_RaisesNoAlarm() => VerifyAsync(journals: 1000);

    private static async Task VerifyAsync(int journals)
    {
        var (failed, pruned, torn, full) = (0, 0, 0L, 0);
        for (var seed = 0; seed < journals; seed++)
        {
            using var journal = new TestJournal();
            var random = new Random(seed);
            var runs = random.Next(1, 4);
            for (var run = 0; run < runs; run++)
            {
                // At the first run's end: the frames that begin and end a segment make it 255 to 258.
                var lines = run == 0 && seed % 8 == 0 ? TilePath.Width - 3 + random.Next(4) : random.Next(12);
                torn += await WriteAsync(journal, random, lines, $"seed {seed}, run {run}");
                var report = journal.Verify(open: true);
                report.Damages.ShouldBeEmpty($"seed {seed}, run {run}");
                pruned += report.Zones.Any(zone => zone.State == Log.Verifying.FrameState.Pruned) ? 1 : 0;
                full += report.SignedFrames is >= TilePath.Width - 1 and <= TilePath.Width + 1 ? 1 : 0;
            }

            failed += journal.Failures;
        }

        ((int[])[failed, pruned, torn > 0 ? 1 : 0, full]).ShouldAllBe(count => count > 0, "there were journals of every shape");
    }

    /// <returns>Bytes behind the last whole frame of a copy that was made as if the process had been killed.</returns>
    private static async Task<long> WriteAsync(TestJournal journal, Random random, int lines, string which)
    {
        var faults = new FaultyFile.Plan { FailAt = random.Next(3) == 0 ? CallsOfAStart + random.Next(1, 12) : 0 };
        using var writer = journal.Open(
            TestJournal.Settings with { MaxSegmentBytes = random.Next(2) == 0 ? 4 << 10 : long.MaxValue }, FaultyFile.Disk(faults));
        FrameHeader? last = null;
        for (var line = 0; line < lines; line++)
        {
            last = await journal.AddAsync(writer, $"line {line}");
        }

        if (random.Next(4) == 0)
        {
            await new SegmentRetention(journal.Folder, writer).DeleteAsync(long.MaxValue, covered: long.MaxValue, Token).Within();
        }

        return last is not null && random.Next(3) == 0 ? await TearAsync(journal, writer, last.Index, random, which) : 0;
    }

    /// <summary>The checkpoint covers all but the last frame, of which a part is written.</summary>
    private static async Task<long> TearAsync(TestJournal journal, JournalWriter writer, long last, Random random, string which)
    {
        await writer.CoverAsync(last + 1).Within();
        var frame = await journal.AddAsync(writer, "torn");
        using var copy = new TamperedCopy(journal);
        var path = copy.Folder.ListSegments()[^1].Path;
        var bytes = await File.ReadAllBytesAsync(path, Token);
        await File.WriteAllBytesAsync(path, bytes[..^random.Next(1, FrameHeader.Bytes + frame.StoredBytes)], Token);

        var report = copy.Verify(journal.Folder.ReadVerifier());

        report.Damages.ShouldBeEmpty(which);
        return report.TornBytes;
    }
}
