using System.Collections;
using System.Text;
using Journal.Log.Recipients;
using Journal.Log.Signing;
using Journal.Log.Verifying;

namespace Journal.Log.Tests.Verifying;

/// <summary>A journal is compared with knowledge from outside its folder: anchors, keys, and the clock.</summary>
public sealed class OutsideKnowledgeTests(SoundJournal original) : IClassFixture<SoundJournal>
{
    [Fact]
    public async Task Verify_AnOlderCopyOfTheWholeFolder_IsFoundByTheAnchorOnly()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b"]);
        using var old = new TamperedCopy(journal);
        await journal.WriteAsync(["c"]);
        var note = SignedNote.Parse(await File.ReadAllBytesAsync(journal.Folder.Checkpoint, TestContext.Current.CancellationToken));
        var line = Anchor.ToLine(note, DateTimeOffset.UnixEpoch);
        var anchors = Anchor.Read("anchors", Encoding.UTF8.GetBytes(line));
        var key = journal.Folder.ReadVerifier();

        old.Verify(key).IsSound.ShouldBeTrue();
        old.Verify(key, anchors).Damages.ShouldHaveSingleItem().Problem.ShouldContain("but the checkpoint only");
        var report = journal.Verify(key, open: true, anchors);
        (report.IsSound, report.IsAnchored).ShouldBe((true, true));
    }

    [Fact]
    public async Task Verify_MoreThanTheAnchorCovers_IsSoundAndNotAnchored()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);
        var checkpoint = await File.ReadAllBytesAsync(journal.Folder.Checkpoint, TestContext.Current.CancellationToken);
        var anchors = Anchor.Read("checkpoint", checkpoint);
        await journal.WriteAsync(["b"]);

        var report = journal.Verify(null, open: false, anchors);

        (report.IsSound, report.IsAnchored, report.SelfVouched).ShouldBe((true, false, true));
    }

    [Fact]
    public async Task Verify_AgainstAnotherLogsKey_IsNotSound()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);

        journal.Verify(original.Key).IsSound.ShouldBeFalse();
    }

    [Fact]
    public void Verify_AReaderThatIsNoRecipient_ChecksWithoutOpening()
    {
        using var copy = new TamperedCopy(original.Journal);
        using var stranger = ReaderKey.Create();

        var report = new Verifier(new(copy.Folder) { Reader = stranger }, TimeProvider.System).Run(TestContext.Current.CancellationToken);

        report.Damages.ShouldBeEmpty();
        report.UnopenedFrames.ShouldBe(report.SignedFrames!.Value);
    }

    [Fact]
    public void Verify_AnOldCheckpoint_IsOlderThanItMayBe() =>
        new Verifier(new(original.Journal.Folder) { MaxAge = TimeSpan.Zero }, TimeProvider.System)
            .Run(TestContext.Current.CancellationToken)
            .Damages.ShouldHaveSingleItem().Problem.ShouldEndWith("old");

    [Fact]
    public void Verify_AReadThatTakesLong_MakesNoCheckpointOld()
    {
        var reading = new SlowReading();

        new Verifier(new(original.Journal.Folder) { MaxAge = TimeSpan.FromHours(12), Anchors = reading }, reading)
            .Run(TestContext.Current.CancellationToken)
            .Damages.ShouldBeEmpty();

        reading.Taken.ShouldBe(TimeSpan.FromDays(1));
    }

    /// <summary>The time moves on as the anchors are read, which is after the checkpoint.</summary>
    private sealed class SlowReading : TimeProvider, IReadOnlyList<Anchor>
    {
        public TimeSpan Taken { get; private set; }

        public int Count => 0;

        public Anchor this[int index] => throw new ArgumentOutOfRangeException(nameof(index));

        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Taken;

        public IEnumerator<Anchor> GetEnumerator()
        {
            Taken = TimeSpan.FromDays(1);
            yield break;
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
