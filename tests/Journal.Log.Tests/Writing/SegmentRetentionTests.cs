using Journal.Log.Proofs;
using Journal.Log.Verifying;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Writing;

public sealed class SegmentRetentionTests
{
    [Fact]
    public async Task Delete_OldSegments_LeavesThemPrunedAndTheirProofsGood()
    {
        var token = TestContext.Current.CancellationToken;
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b"]);
        await journal.WriteAsync(["c"]);
        var proof = new Prover(journal.Folder, TestJournal.Reader).Prove(1);
        using (var writer = journal.Open())
        {
            await journal.AddAsync(writer, "d");
            var retention = new SegmentRetention(journal.Folder, writer);
            (await retention.DeleteAsync(long.MaxValue, covered: 0, token).Within()).ShouldBe(0);
            (await retention.DeleteAsync(0, covered: long.MaxValue, token).Within()).ShouldBe(0);

            (await retention.DeleteAsync(long.MaxValue, covered: long.MaxValue, token).Within()).ShouldBe(2);
        }

        var report = journal.Verify(open: true);
        report.Damages.ShouldBeEmpty();
        report.Zones.Select(zone => zone.State).ShouldBe([FrameState.Pruned, FrameState.Proven]);
        (report.Zones[0].FirstSequence, report.Zones[0].NextSequence).ShouldBe((0, 3));
        journal.ReadLines().ShouldBe(["d"]);
        proof.Check(journal.Folder.ReadVerifier(), out _).ShouldNotBeNull();
        await journal.WriteAsync(["e"]); // it goes on without what was deleted
        journal.Verify().Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Verify_ASegmentThatNoNoticeNames_IsMissing()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);
        await journal.WriteAsync(["b"]);
        File.Delete(journal.Folder.ListSegments()[0].Path);

        journal.Verify().Damages.ShouldHaveSingleItem().Problem.ShouldEndWith("are missing");
    }
}
