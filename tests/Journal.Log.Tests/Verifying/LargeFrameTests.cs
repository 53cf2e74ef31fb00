using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Verifying;

namespace Journal.Log.Tests.Verifying;

/// <summary>Frames that are worth a thread: what several say of them is what one says, in the same order.</summary>
public sealed class LargeFrameTests(LargeFrameTests.Original original) : IClassFixture<LargeFrameTests.Original>
{
    private const int Frames = 40;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(8)]
    public void Verify_OverAnyNumberOfThreads_NamesTheSamePlaces(int threads)
    {
        using var copy = new TamperedCopy(original.Journal);
        var places = original.Places;
        int[] damaged = [2, 3, 11, 30];
        foreach (var frame in damaged)
        {
            Overwrite(copy, places[frame], places[frame].Offset + FrameHeader.Bytes + 1000, length: 1);
        }

        var report = Verify(copy, threads);

        report.Damages.Select(damage => damage.Frame).ShouldBe(damaged.Select(frame => (long?)frame));
        report.Damages.ShouldAllBe(damage => damage.Problem == "the stored bytes do not match their hash");
        report.Zones.Select(zone => (zone.State, zone.FirstFrame, zone.LastFrame)).ShouldBe(
        [
            (FrameState.Proven, 0, 1), (FrameState.Damaged, 2, 3), (FrameState.Proven, 4, 10), (FrameState.Damaged, 11, 11),
            (FrameState.Proven, 12, 29), (FrameState.Damaged, 30, 30), (FrameState.Proven, 31, places.Count - 1),
        ]);
        report.Zones.Skip(1).Zip(report.Zones).ShouldAllBe(pair => pair.First.FirstSequence == pair.Second.NextSequence);
        Verify(copy, threads).Zones.ShouldBe(report.Zones);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Verify_AGapOfMegabytes_GoesOnBehindIt(int threads)
    {
        using var copy = new TamperedCopy(original.Journal);
        var (first, last) = (original.Places[5], original.Places[15]);
        Overwrite(copy, first, first.Offset, (int)(last.Offset - first.Offset) + 3);

        var report = Verify(copy, threads);

        report.Zones.Select(zone => (zone.State, zone.FirstFrame, zone.LastFrame)).ShouldBe(
            [(FrameState.Proven, 0, 4), (FrameState.Damaged, 5, 15), (FrameState.Proven, 16, original.Places.Count - 1)]);
        report.Damages.ShouldHaveSingleItem().Frame.ShouldBe(5);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(8)]
    public void Read_OverAnyNumberOfThreads_GivesEveryFrameInItsPlace(int threads)
    {
        using var copy = new TamperedCopy(original.Journal);
        var place = original.Places[20];
        Overwrite(copy, place, place.Offset + FrameHeader.Bytes, length: 1);
        var signed = SignedLog.Read(copy.Folder, original.Journal.Folder.ReadVerifier());
        var reader = new LogReader(copy.Folder, TestJournal.Reader, signed.LeafOf) { Threads = threads };
        var sums = new long[reader.Slots];

        var frames = new List<(long Index, string? Problem, int Records, long Sum)>();
        foreach (var frame in reader.Read(0, _ => true, work: frame => sums[frame.Slot] = Sum(frame)))
        {
            frames.Add((
                frame.Found.Index, frame.Found.Problem, frame.Records.Count, frame.Records.Count == 0 ? 0 : sums[frame.Slot]));
            frame.Records.Count.ShouldBeOneOf(0, frame.Found.Header!.Records);
            (frame.Records.Count == 0 ? 0 : Sum(frame)).ShouldBe(frames[^1].Sum); // nobody has written over it
        }

        frames.Select(frame => frame.Index).ShouldBe(original.Places.Select(known => known.Index));
        frames.Select(frame => (frame.Problem, frame.Records, frame.Sum)).ShouldBe(original.Places.Select(known => known.Index == 20
            ? ((string?)"the stored bytes do not match their hash", 0, 0L)
            : (null, known.Records, known.Sum)));
    }

    [Fact]
    public void Read_EndedEarly_LeavesNothingOpen()
    {
        using var copy = new TamperedCopy(original.Journal);
        var reader = new LogReader(copy.Folder, TestJournal.Reader, _ => null) { Threads = 4 };

        reader.Read(0, _ => true).First(frame => frame.Records.Count > 0).Found.Index.ShouldBe(1);

        // From the first frame again, and from the middle, though it had read ahead.
        reader.Read(0, _ => true).Select(frame => frame.Found.Index).ShouldBe(original.Places.Select(place => place.Index));
        reader.Read(7, _ => true, limit: 12).Select(frame => frame.Found.Index).ShouldBe([7, 8, 9, 10, 11]);
        reader.Read(12, _ => true).Select(frame => frame.Found.Index)
            .ShouldBe(original.Places.Skip(12).Select(place => place.Index));
    }

    private static VerifyReport Verify(TamperedCopy copy, int threads) =>
        new Verifier(new(copy.Folder) { Reader = TestJournal.Reader, Threads = threads }, TimeProvider.System)
            .Run(TestContext.Current.CancellationToken);

    private static long Sum(ReadFrame frame)
    {
        var sum = frame.Records.SequenceOf(0);
        for (var i = 0; i < frame.Records.Count; i++)
        {
            foreach (var one in frame.Records.MessageOf(i))
            {
                sum = (sum * 31) + one;
            }
        }

        return sum;
    }

    private static void Overwrite(TamperedCopy copy, StoredFrame frame, long offset, int length)
    {
        using var file = File.Open(copy.PathOf(frame.File), FileMode.Open);
        var bytes = new byte[length];
        file.Position = offset;
        file.ReadExactly(bytes);
        file.Position = offset;
        file.Write([.. bytes.Select(one => (byte)~one)]);
    }

    /// <summary>A frame of the journal, as one thread reads it.</summary>
    internal sealed record StoredFrame(string File, long Index, long Offset, int Records, long Sum);

    /// <summary>One segment of large frames.</summary>
    public sealed class Original : IAsyncLifetime
    {
        internal TestJournal Journal { get; } = new();

        internal List<StoredFrame> Places { get; } = [];

        public async ValueTask InitializeAsync()
        {
            await Journal.WriteLargeAsync(Frames);
            var reader = new LogReader(Journal.Folder, TestJournal.Reader, _ => null) { Threads = 1 };
            foreach (var frame in reader.Read(0, _ => true))
            {
                frame.Found.Problem.ShouldBeNull();
                Places.Add(new(
                    Path.GetRelativePath(Journal.Folder.Path, frame.Segment.Path), frame.Found.Index, frame.Found.Offset,
                    frame.Records.Count, frame.Records.Count == 0 ? 0 : Sum(frame)));
            }
        }

        public ValueTask DisposeAsync()
        {
            Journal.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
