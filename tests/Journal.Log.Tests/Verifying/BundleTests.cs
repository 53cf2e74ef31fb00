using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Tiles;
using Journal.Log.Trees;
using Journal.Log.Verifying;

namespace Journal.Log.Tests.Verifying;

/// <summary>A log of several bundles of entries, of which one at a time is in memory.</summary>
public sealed class BundleTests(BundleTests.Original original) : IClassFixture<BundleTests.Original>
{
    [Fact]
    public void Verify_Untouched_IsSoundInOneZone()
    {
        using var copy = new TamperedCopy(original.Journal);

        var report = copy.Verify(original.Journal.Folder.ReadVerifier());

        report.Damages.ShouldBeEmpty();
        var zone = report.Zones.ShouldHaveSingleItem();
        (zone.State, zone.FirstFrame, zone.LastFrame, zone.FirstSequence).ShouldBe(
            (FrameState.Proven, 0, report.SignedFrames!.Value - 1, 0));
        zone.NextSequence.ShouldBe(Original.Lines);
        report.SignedFrames.Value.ShouldBeGreaterThan(2 * TilePath.Width);
    }

    /// <summary>One good copy is enough, of each header another one.</summary>
    [Fact]
    public void Verify_EntriesDamaged_AreNamedAndTheFramesAreProvenByTheirSegments()
    {
        using var copy = new TamperedCopy(original.Journal);
        var path = Path.Combine(copy.Folder.Tiles, TilePath.Of(TilePath.Entries, 1, TilePath.Width));
        var bytes = File.ReadAllBytes(path);
        bytes[(258 * 7) + 40] ^= 1;
        File.WriteAllBytes(path, bytes);

        var report = copy.Verify(original.Journal.Folder.ReadVerifier());

        report.Damages.ShouldHaveSingleItem().ShouldBe(new Damage(path, "entry 7 is not the one that was signed", 263));
        report.Zones.ShouldHaveSingleItem().State.ShouldBe(FrameState.Proven);
    }

    [Fact]
    public void Verify_TilesAndEntriesGone_AreNamedAndTheFramesAreProvenByTheirSegments()
    {
        using var copy = new TamperedCopy(original.Journal);
        Directory.Delete(copy.Folder.Tiles, recursive: true);

        var report = copy.Verify(original.Journal.Folder.ReadVerifier());

        report.Damages.ShouldContain(damage => damage.Frame == 256 && damage.Problem == "the bundle is missing or has another length");
        report.Zones.ShouldHaveSingleItem().State.ShouldBe(FrameState.Proven);
    }

    /// <summary>Neither copy of one header is good: what an earlier epoch has signed before it stays proven.</summary>
    [Fact]
    public void Verify_AHeaderDamagedTwice_LeavesWhatWasSignedBefore()
    {
        using var copy = new TamperedCopy(original.Journal);
        var second = original.Journal.Folder.ListSegments()[1];
        var segment = copy.PathOf(Path.GetRelativePath(original.Journal.Folder.Path, second.Path));
        var bytes = File.ReadAllBytes(segment);
        bytes[bytes.AsSpan().IndexOf("JFR1"u8) + 60] ^= 1;
        File.WriteAllBytes(segment, bytes);
        var path = Path.Combine(
            copy.Folder.Tiles, TilePath.Of(TilePath.Entries, second.FirstFrame / TilePath.Width, TilePath.Width));
        bytes = File.ReadAllBytes(path);
        bytes[(258 * (int)(second.FirstFrame % TilePath.Width)) + 62] ^= 1;
        File.WriteAllBytes(path, bytes);

        var report = copy.Verify(original.Journal.Folder.ReadVerifier());

        report.Zones.Select(zone => (zone.State, zone.FirstFrame))
            .ShouldBe([(FrameState.Proven, 0), (FrameState.Damaged, second.FirstFrame)]);
        report.Damages.ShouldContain(damage => damage.Problem.EndsWith("do not give the signed root"));
    }

    /// <summary>Following takes in what was signed since, over the borders of bundles.</summary>
    [Fact]
    public async Task Extend_OverBundles_KnowsEveryLeaf()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(Lines(250));
        var log = SignedLog.Read(journal.Folder, null);
        foreach (var count in (int[])[1, 10, 270, 2])
        {
            await journal.WriteAsync(Lines(count));
            log.Extend().ShouldBeTrue();

            var leaves = new LogReader(journal.Folder, TestJournal.Reader, _ => null).Read(0, _ => false).Select(frame =>
            {
                var hash = new byte[MerkleTree.HashBytes];
                MerkleTree.HashLeaf(frame.Found.Raw.Span, hash);
                return Convert.ToHexString(hash);
            }).ToList();
            log.Proven.ShouldBe(leaves.Count);
            Enumerable.Range(0, leaves.Count).Select(frame => Convert.ToHexString(log.LeafOf(frame)!)).ShouldBe(leaves);
            log.LeafOf(leaves.Count).ShouldBeNull();
            log.LeafOf(-1).ShouldBeNull();
        }

        log.Extend().ShouldBeFalse();
        log.Damages.ShouldBeEmpty();
    }

    /// <summary>Entries that change after they were compared with what was signed are not believed.</summary>
    [Fact]
    public void LeafOf_EntriesThatHaveChangedMeanwhile_IsNoFramesLeaf()
    {
        using var copy = new TamperedCopy(original.Journal);
        var log = SignedLog.Read(copy.Folder, original.Journal.Folder.ReadVerifier());
        var known = log.LeafOf(3).ShouldNotBeNull();
        var path = Path.Combine(copy.Folder.Tiles, TilePath.Of(TilePath.Entries, 1, TilePath.Width));
        var bytes = File.ReadAllBytes(path);
        var entry = bytes.AsSpan((258 * 7) + 2, FrameHeader.Bytes);
        var header = FrameHeader.TryRead(entry, out _).ShouldNotBeNull();
        (header with { ClosedAt = header.ClosedAt + 1 }).WriteTo(entry); // right in itself
        File.WriteAllBytes(path, bytes);

        log.LeafOf(263).ShouldBe(new byte[MerkleTree.HashBytes]); // which nothing hashes to
        log.LeafOf(3).ShouldBe(known);
    }

    private static IEnumerable<string> Lines(int count) => Enumerable.Range(0, count).Select(number => $"line {number}");

    /// <summary>Two segments and epochs, more than two bundles.</summary>
    public sealed class Original : IAsyncLifetime
    {
        internal const int Lines = 560;

        internal TestJournal Journal { get; } = new();

        public async ValueTask InitializeAsync()
        {
            await Journal.WriteAsync(BundleTests.Lines(300));
            await Journal.WriteAsync(BundleTests.Lines(Lines - 300));
        }

        public ValueTask DisposeAsync()
        {
            Journal.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
