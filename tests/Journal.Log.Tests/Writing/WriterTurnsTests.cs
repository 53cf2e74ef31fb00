using Journal.Log.Frames;
using Journal.Log.Writing;
using Tests.Common.Disks;

namespace Journal.Log.Tests.Writing;

/// <summary>Everything that waits for the writer has its turn: notices beside records, and all of it before the end.</summary>
public sealed class WriterTurnsTests
{
    private static readonly RecordSource Source = new(SourceKind.Http, "127.0.0.1:1");

    /// <summary>Retention is needed most when the disk fills fastest.</summary>
    [Fact]
    public async Task AddRetentionNoticeAsync_RecordsComeWithoutEnd_IsWritten()
    {
        using var journal = new TestJournal();
        JournalWriter? writer = null;
        var comes = true;
        using (writer = journal.Open(disk: WatchedDisk.ForNew(".seg", file => new WatchedFile(file) { Flushing = Add })))
        {
            await journal.AddAsync(writer, "first");

            var notice = await writer.AddRetentionNoticeAsync(0).Within();

            notice.Kinds.ShouldBe(FrameKinds.Heartbeat | FrameKinds.Retention);
            Volatile.Write(ref comes, false);
        }

        journal.Verify(open: true).Damages.ShouldBeEmpty();

        // When a commit ends, the next record is there.
        void Add()
        {
            if (Volatile.Read(ref comes))
            {
                writer?.Intake.TryAdd(Source, "more"u8, RecordMarks.None, 1, awaited: true, out _);
            }
        }
    }

    /// <summary>A frame without records fits where one with records does not, and the deletion that it says makes room for them.</summary>
    [Fact]
    public async Task AddRetentionNoticeAsync_ADiskThatIsNearlyFull_IsWrittenBeforeTheRecordsThatWait()
    {
        using var journal = new TestJournal();
        var room = 10_000;
        using (var writer = journal.Open(disk: WatchedDisk.ForNew(".seg", file => new WatchedFile(file) { Writing = Fit })))
        {
            var message = new byte[20_000];
            new Random(1).NextBytes(message);
            writer.Intake.TryAdd(Source, message, RecordMarks.NotText, 1, awaited: true, out var ticket).ShouldBeTrue();
            await Deadline.UntilAsync(() => writer.IsFailing);

            var notice = await writer.AddRetentionNoticeAsync(0).Within();

            ticket.Frame.IsCompleted.ShouldBeFalse();
            Volatile.Write(ref room, int.MaxValue);
            (await ticket.Frame.Within()).Index.ShouldBeGreaterThan(notice.Index);
        }

        journal.Verify(open: true).Damages.ShouldBeEmpty();

        void Fit(int bytes)
        {
            if (bytes > Volatile.Read(ref room))
            {
                throw new IOException("No space left on device.");
            }
        }
    }

    /// <summary>Also when it joins a record that nobody waits for.</summary>
    [Fact]
    public async Task TryAdd_SomebodyWaits_IsWrittenLongBeforeItsFrameIsDue()
    {
        using var journal = new TestJournal();
        using var writer = journal.Open(TestJournal.Settings with { CloseAfter = TimeSpan.FromHours(1) });
        writer.Intake.TryAdd(Source, "a"u8, RecordMarks.None, 1, awaited: false, out var first).ShouldBeTrue();

        writer.Intake.TryAdd(Source, "b"u8, RecordMarks.None, 1, awaited: true, out var second).ShouldBeTrue();

        (await second.Frame.Within()).Records.ShouldBe(2);
        (await first.Frame.Within()).Records.ShouldBe(2);
    }

    [Fact]
    public async Task End_AsTheWriterHasJustLookedAtABatchThatIsNotDue_WritesIt()
    {
        using var journal = new TestJournal();
        var time = new HeldTime();
        var settings = TestJournal.Settings with { CloseAfter = TimeSpan.FromHours(1) };
        using var writer = JournalWriter.Open(journal.Folder, settings, journal, time);
        var ending = new Thread(writer.End) { IsBackground = true };
        time.HoldOnce(() =>
        {
            ending.Start();
            SpinWait.SpinUntil(() => ending.ThreadState.HasFlag(ThreadState.WaitSleepJoin), Deadline.Default);
        });

        writer.Intake.TryAdd(Source, "a"u8, RecordMarks.None, 1, awaited: false, out _).ShouldBeTrue();

        await Deadline.UntilAsync(() => ending.ThreadState.HasFlag(ThreadState.Stopped));
        journal.ReadLines().ShouldBe(["a"]);
    }

    /// <summary>The system's, but the writer's next look at it can be held.</summary>
    private sealed class HeldTime : TimeProvider
    {
        private Action? _hold;

        public void HoldOnce(Action hold) => Volatile.Write(ref _hold, hold);

        public override long GetTimestamp()
        {
            if (Thread.CurrentThread.Name == "Journal")
            {
                Interlocked.Exchange(ref _hold, null)?.Invoke();
            }

            return base.GetTimestamp();
        }
    }
}
