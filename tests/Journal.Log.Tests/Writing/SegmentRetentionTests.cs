using Journal.Log.Proofs;
using Journal.Log.Reading;
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
    public async Task Delete_WhileSomebodyReads_TellsHimThatTheyArePruned()
    {
        var token = TestContext.Current.CancellationToken;
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);
        await journal.WriteAsync(["b"]);
        using var writer = journal.Open();
        var signed = SignedLog.Read(journal.Folder, null);
        using var reading = new LogReader(journal.Folder, TestJournal.Reader, signed.LeafOf) { Threads = 1 }.Read(0, _ => true)
            .GetEnumerator();
        reading.MoveNext().ShouldBeTrue();

        (await new SegmentRetention(journal.Folder, writer).DeleteAsync(long.MaxValue, long.MaxValue, token).Within()).ShouldBe(2);

        while (reading.MoveNext() && !reading.Current.Found.IsGone)
        {
            reading.Current.Found.Problem.ShouldBeNull();
        }

        var gone = reading.Current.Found;
        signed.IsPruned(gone.Index, out var end).ShouldBeTrue();
        end.ShouldBe(gone.Index + gone.Count);
        signed.Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Read_SegmentsThatAreNotThere_NamesThemFirst()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);
        await journal.WriteAsync(["b"]);
        var places = journal.Folder.ListSegments();
        File.Delete(places[0].Path);
        var signed = SignedLog.Read(journal.Folder, null);

        var found = new LogReader(journal.Folder, TestJournal.Reader, signed.LeafOf).Read(0, _ => true).First().Found;

        (found.IsGone, found.Index, found.Count).ShouldBe((true, 0, places[1].FirstFrame));
        signed.IsPruned(0, out var end).ShouldBeFalse();
        end.ShouldBeGreaterThanOrEqualTo(places[1].FirstFrame);
    }

    /// <summary>Killed as it made a segment: verify passes over that, and so does whoever reads.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("JSG2")]
    public async Task Read_ASegmentThatIsJustMade_IsTorn(string content)
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);
        var signed = SignedLog.Read(journal.Folder, null);
        await File.WriteAllTextAsync(journal.Folder.Segment(signed.Proven), content, TestContext.Current.CancellationToken);

        var found = new LogReader(journal.Folder, TestJournal.Reader, signed.LeafOf).Read(0, _ => true).Last().Found;

        (found.IsTorn, found.Count).ShouldBe((true, 0));
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
