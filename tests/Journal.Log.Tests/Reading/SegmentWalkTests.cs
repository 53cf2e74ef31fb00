using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Segments;

namespace Journal.Log.Tests.Reading;

/// <summary>A segment that is read while somebody writes it.</summary>
public sealed class SegmentWalkTests
{
    [Fact]
    public async Task Frames_AFrameThatIsHalfWritten_IsTheEndThoughItIsFinishedMeanwhile()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b", "c"]);
        var place = journal.Folder.ListSegments().Single();
        var bytes = await File.ReadAllBytesAsync(place.Path, TestContext.Current.CancellationToken);
        using var reader = SegmentReader.Open(place.Path);
        var frames = new SegmentWalk(reader, 0, null, _ => null).Frames().ToList();
        var (half, next) = ((int)frames[2].Offset + FrameHeader.Bytes + 1, frames[3]);
        await File.WriteAllBytesAsync(place.Path, bytes[..half], TestContext.Current.CancellationToken);
        using var live = SegmentReader.Open(place.Path);
        var found = new List<FoundFrame>();

        foreach (var frame in new SegmentWalk(live, 0, null, _ => null).Frames())
        {
            found.Add(frame);
            if (frame.IsTorn)
            {
                await File.WriteAllBytesAsync(place.Path, bytes, TestContext.Current.CancellationToken);
            }
        }

        next.Problem.ShouldBeNull();
        found.Select(frame => (frame.Index, frame.IsTorn)).ShouldBe([(0, false), (1, false), (2, true)]);
    }
}
