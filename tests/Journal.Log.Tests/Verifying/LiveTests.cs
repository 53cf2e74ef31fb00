using Journal.Log.Proofs;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Verifying;

/// <summary>
/// Readers of a journal whose files come and go under them: checkpoints as fast as they can be written, segments of a few frames, epochs
/// that end all the time, retention that leaves only the last segment.
/// </summary>
public sealed class LiveTests
{
    private static readonly WriterSettings Hurried = TestJournal.Settings with
    {
        MaxSegmentBytes = 4 << 10,
        MaxAge = TimeSpan.FromMilliseconds(500),
        CheckpointInterval = TimeSpan.FromMilliseconds(1),
    };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public Task Verify_WhileItIsWritten_RaisesNoAlarm() => VerifyAsync(times: 200);

    [Fact]
    [Trait("Category", "Nightly")]
    public Task Verify_AThousandTimesWhileItIsWritten_RaisesNoAlarm() => VerifyAsync(times: 1000);

    [Fact]
    public async Task Prove_WhileItIsWritten_GivesAProofThatHolds()
    {
        using var journal = new TestJournal();
        var key = journal.Folder.ReadVerifier();
        var oneSegment = Hurried with { MaxSegmentBytes = long.MaxValue, MaxAge = TimeSpan.FromHours(1) };

        await WhileWritingAsync(journal, oneSegment, times: 100, _ =>
            new Prover(journal.Folder, TestJournal.Reader).Prove(0).Check(key, out var problem).ShouldNotBeNull(problem));
    }

    private static async Task VerifyAsync(int times)
    {
        using var journal = new TestJournal();

        await WhileWritingAsync(journal, Hurried, times, time => journal.Verify(open: time % 2 == 1).Damages.ShouldBeEmpty($"time {time}"));

        journal.Verify(open: true).Damages.ShouldBeEmpty();
        journal.Folder.ListSegments()[0].FirstFrame.ShouldBeGreaterThan(0);
    }

    private static async Task WhileWritingAsync(TestJournal journal, WriterSettings settings, int times, Action<int> read)
    {
        using var writer = journal.Open(settings);
        using var ending = new CancellationTokenSource();
        var writing = Task.Run(() => WriteAsync(journal, writer, ending.Token), Token);
        try
        {
            await writer.CoverAsync(2).Within();
            for (var time = 0; time < times && !writing.IsCompleted; time++)
            {
                read(time);
            }
        }
        finally
        {
            await ending.CancelAsync();
            await writing.Within();
        }
    }

    private static async Task WriteAsync(TestJournal journal, JournalWriter writer, CancellationToken ending)
    {
        var retention = new SegmentRetention(journal.Folder, writer);
        for (var number = 0; !ending.IsCancellationRequested; number++)
        {
            await journal.AddAsync(writer, $"line {number}");
            if (number % 20 == 0)
            {
                await retention.DeleteAsync(long.MaxValue, covered: long.MaxValue, Token).Within();
            }
        }
    }
}
