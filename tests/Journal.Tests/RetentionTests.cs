using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Verifying;
using Journal.Log.Writing;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests;

/// <summary>The host deletes by itself what is old enough, and nothing that an anchor does not vouch for.</summary>
public sealed class RetentionTests
{
    private const int MinutesWithoutAnchor = 50;

    [Fact]
    public async Task Retention_AnOldSegment_StaysWhileTheAnchorIsAwayAndGoesWhenItIsCovered()
    {
        using var directory = new TempDirectory("journal-retention");
        var elsewhere = directory.Combine("elsewhere");
        var time = new ManualTime();
        await using var host = await JournalHost.StartWithAsync(
            services => services.AddSingleton<TimeProvider>(time),
            "Retention=00:01:00", "SegmentAge=00:05:00", $"Anchors={Path.Combine(elsewhere, "anchors")}");
        var folder = host.Folder;
        await time.AdvanceUntilAsync(TimeSpan.FromMinutes(1), () => folder.ListSegments().Count > 2);
        var minutes = 0;
        await time.AdvanceUntilAsync(TimeSpan.FromMinutes(1), () => ++minutes > MinutesWithoutAnchor);
        folder.ListSegments()[0].FirstFrame.ShouldBe(0);

        var covered = time.GetUtcNow();
        Directory.CreateDirectory(elsewhere);
        await time.AdvanceUntilAsync(TimeSpan.FromMinutes(1), () => folder.ListSegments()[0].FirstFrame > 0);

        var report = await host.StopAsync();
        report.Damages.ShouldBeEmpty();
        report.Zones[0].State.ShouldBe(FrameState.Pruned);
        Notices(folder).ShouldNotBeEmpty();
        Notices(folder).ShouldAllBe(header => header.ClosedAt >= Clock.Microseconds(covered));
    }

    private static List<FrameHeader> Notices(JournalFolder folder) =>
    [
        .. new LogReader(folder, JournalHost.Reader, _ => null).Read(0, _ => true)
            .Select(frame => frame.Found.Header).OfType<FrameHeader>().Where(header => header.Kinds.HasFlag(FrameKinds.Retention)),
    ];
}
