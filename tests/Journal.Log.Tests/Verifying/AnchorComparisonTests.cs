using System.Globalization;
using System.Text;
using Journal.Log.Reading;
using Journal.Log.Signing;
using Journal.Log.Trees;
using Journal.Log.Verifying;

namespace Journal.Log.Tests.Verifying;

/// <summary>Files of more anchors than are kept in memory: every line counts.</summary>
public sealed class AnchorComparisonTests(BundleTests.Original original) : IClassFixture<BundleTests.Original>
{
    private const int Lines = 5000;

    /// <summary>Every sixteenth of 5,000 lines is kept.</summary>
    private const int KeptStep = 16;

    private readonly List<byte[]> _roots = RootsOf(original.Journal);

    private long Frames => _roots.Count - 1;

    private SigningKey Identity => SigningKey.Parse(File.ReadAllText(original.Journal.Folder.Identity));

    [Fact]
    public void Verify_EveryLineOfTheLogsOwn_IsSound()
    {
        var anchors = Read(SizeOf, _ => false, Identity);

        anchors.Count.ShouldBeLessThan(Lines / 8);
        var report = original.Journal.Verify(null, open: false, anchors);
        report.Damages.ShouldBeEmpty();
        report.IsAnchored.ShouldBeTrue();
    }

    /// <summary>Somebody puts an older copy back, and lets it grow until it is larger than the log was.</summary>
    [Fact]
    public void Verify_LinesOfAnotherHistoryInTheMiddle_AreFound()
    {
        var others = Enumerable.Range(2500, 2 * KeptStep).Where(line => line % KeptStep > 0).ToHashSet();
        var (first, agreed) = (SizeOf(others.Min()), SizeOf(others.Min() - 1));

        var anchors = Read(SizeOf, others.Contains, Identity);

        anchors.ShouldAllBe(anchor => !others.Contains(NumberOf(anchor.Where)));
        var report = original.Journal.Verify(null, open: false, anchors);
        var damage = report.Damages.ShouldHaveSingleItem();
        (SizeOf(NumberOf(damage.Where)), damage.Frame).ShouldBe((first, agreed));
        others.ShouldContain(NumberOf(damage.Where));
        damage.Problem.ShouldEndWith("do not give the signed root");
        report.Zones.Select(zone => (zone.State, zone.FirstFrame, zone.LastFrame)).ShouldBe(
            [(FrameState.Proven, 0, agreed - 1), (FrameState.Damaged, agreed, Frames - 1)]);
    }

    [Fact]
    public void Verify_ALineThatContradictsAndNobodyHasSigned_IsNamedAndChangesNothingElse()
    {
        const int Other = 2501;
        var anchors = Read(SizeOf, line => line == Other, SigningKey.Create(Identity.Verifier.Name));

        var report = original.Journal.Verify(null, open: false, anchors);

        report.Damages.ShouldHaveSingleItem().ShouldBe(new Damage($"anchors:{Other}", "the anchor is not signed by this log"));
        report.Zones.ShouldHaveSingleItem().State.ShouldBe(FrameState.Proven);
    }

    /// <summary>Sizes that fall, as a copy that was put back leaves them.</summary>
    [Fact]
    public void Verify_LinesWhoseSizesFall_AreComparedToo()
    {
        const int Other = 4001;

        var report = original.Journal.Verify(null, open: false, Read(line => SizeOf(Lines - line), line => line == Other, Identity));

        report.Damages.ShouldHaveSingleItem().Where.ShouldBe($"anchors:{Other}");
    }

    [Fact]
    public void Verify_AFileThatIsEmptyWhenItIsReadAgain_IsRefused()
    {
        var (content, opened) = (ContentOf(SizeOf, _ => false, Identity), 0);
        var anchors = Anchor.Read("anchors", () => new MemoryStream(opened++ == 0 ? content : []), TestContext.Current.CancellationToken);

        Should.Throw<InvalidDataException>(() => original.Journal.Verify(null, open: false, anchors))
            .Message.ShouldContain("fewer lines");
    }

    private static int NumberOf(string where) => int.Parse(where.Split(':')[1], CultureInfo.InvariantCulture);

    private static List<byte[]> RootsOf(TestJournal journal)
    {
        var (tree, leaf) = (new TreeFrontier(), new byte[MerkleTree.HashBytes]);
        List<byte[]> roots = [tree.Root()];
        foreach (var frame in new LogReader(journal.Folder, TestJournal.Reader, _ => null).Read(0, _ => false))
        {
            MerkleTree.HashLeaf(frame.Found.Raw.Span, leaf);
            tree.Add(leaf);
            roots.Add(tree.Root());
        }

        return roots;
    }

    private long SizeOf(int line) => Math.Clamp(Frames * line / Lines, 1, Frames);

    private IReadOnlyList<Anchor> Read(Func<int, long> sizeOf, Func<int, bool> isOther, SigningKey other) =>
        Anchor.Read("anchors", ContentOf(sizeOf, isOther, other));

    /// <param name="isOther">Whether a line tells another history.</param>
    /// <param name="other">Signs those.</param>
    private byte[] ContentOf(Func<int, long> sizeOf, Func<int, bool> isOther, SigningKey other)
    {
        var (identity, file) = (Identity, new StringBuilder());
        for (var line = 1; line <= Lines; line++)
        {
            var size = sizeOf(line);
            var checkpoint = new Checkpoint(identity.Verifier.Name, size, isOther(line) ? new byte[32] : _roots[(int)size]);
            file.Append(Anchor.ToLine(SignedNote.Sign(checkpoint.Text, isOther(line) ? other : identity), DateTimeOffset.UnixEpoch));
        }

        return Encoding.UTF8.GetBytes(file.ToString());
    }
}
