using System.Security.Cryptography;
using Journal.Log.Frames;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Trees;
using Journal.Log.Verifying;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Verifying;

/// <summary>A forger changes a frame, and corrects all else that he can: CRC, hashes, chain and tiles.</summary>
public sealed class ForgerTests(SoundJournal original) : IClassFixture<SoundJournal>
{
    private SigningKey Identity => SigningKey.Parse(File.ReadAllText(original.Journal.Folder.Identity));

    [Fact]
    public void Verify_AForgerWhoRecomputesEverythingButTheSignature_IsFound()
    {
        using var copy = new TamperedCopy(original.Journal);
        Rewrite(copy, header => header.Index == 4 ? header with { Totals = header.Totals with { Refused = 99 } } : header);

        var report = copy.Verify(original.Key);

        report.IsSound.ShouldBeFalse();
        report.StateOf(4).ShouldBe(FrameState.Damaged);
        report.StateOf(0).ShouldBe(FrameState.Proven); // the second epoch's note still pins what came before it
        original.Frames.Values.Sum(frames => frames.Count).ShouldBeGreaterThan(8);
        copy.TakeKeysOf(original.Journal.Folder);
        Should.Throw<JournalRefusedException>(
            () => JournalWriter.Open(copy.Folder, TestJournal.Settings, original.Journal, TimeProvider.System))
            .Message.ShouldContain("one of them was changed");
    }

    /// <summary>The same forger with the keys of the identity and of the current epoch: what earlier epochs saw stays beyond him.</summary>
    [Fact]
    public void Verify_AForgerWithTheCurrentKeys_CannotChangeWhatAnEarlierEpochSaw()
    {
        using var copy = new TamperedCopy(original.Journal);
        var tiles = Rewrite(copy, header => header.Index == 1 ? header with { ClosedAt = header.ClosedAt + 1 } : header);
        var checkpoint = new Checkpoint(original.Key.Name, tiles.Size, tiles.Root());
        File.WriteAllBytes(copy.Folder.Checkpoint, SignedNote.Sign(checkpoint.Text, Identity, original.EpochKeys[^1]).ToBytes());

        var report = copy.Verify(original.Key);

        report.IsSound.ShouldBeFalse();
        report.StateOf(1).ShouldBe(FrameState.Damaged);
    }

    /// <summary>Within the current epoch nothing in the folder says otherwise: that is what anchors are for.</summary>
    [Fact]
    public void Verify_AForgerWithTheCurrentKeysInTheCurrentEpoch_IsFoundByAnAnchorOnly()
    {
        var frames = original.Frames.Values.Last();
        var (epoch, changed) = (frames[0].Index, frames[2].Index);
        var whole = Checkpoint.Parse(SignedNote.Parse(File.ReadAllBytes(original.Journal.Folder.Checkpoint)).Text);
        using var copy = new TamperedCopy(original.Journal);
        var tiles = Rewrite(copy, header => header.Index == changed ? header with { ClosedAt = header.ClosedAt + 1 } : header);
        var forged = new Checkpoint(original.Key.Name, tiles.Size, tiles.Root());
        File.WriteAllBytes(copy.Folder.Checkpoint, SignedNote.Sign(forged.Text, Identity, original.EpochKeys[^1]).ToBytes());

        copy.Verify(original.Key).Damages.ShouldBeEmpty();
        copy.Verify(original.Key, AnchorAt(changed)).Damages.ShouldBeEmpty();
        copy.Verify(original.Key, AnchorAt(whole.Size)).Damages
            .ShouldHaveSingleItem()
            .ShouldBe(new Damage($"anchor {whole.Size}", "two different roots were signed for the same size", whole.Size));
        CheckDamagedFrom(epoch, AnchorAt(changed + 1));
        CheckDamagedFrom(changed, AnchorAt(changed + 1), AnchorAt(changed));

        void CheckDamagedFrom(long first, params IReadOnlyList<Anchor> anchors)
        {
            var report = copy.Verify(original.Key, anchors);
            report.Damages.ShouldContain(new Damage(
                $"anchor {changed + 1}", $"the frames from {first} on do not give the signed root", first));
            for (var frame = 0L; frame < whole.Size; frame++)
            {
                report.StateOf(frame).ShouldBe(frame < first ? FrameState.Proven : FrameState.Damaged, $"frame {frame}");
            }
        }
    }

    [Fact]
    public void Verify_AnAnchorOfAnotherLog_IsDamage()
    {
        var stranger = SigningKey.Create(original.Key.Name);
        var other = SigningKey.Create("log.example/other");
        foreach (var key in (SigningKey[])[stranger, other])
        {
            var checkpoint = new Checkpoint(key.Verifier.Name, 2, RootAt(2));
            var anchor = new Anchor("anchor", SignedNote.Sign(checkpoint.Text, key), checkpoint);

            original.Journal.Verify(original.Key, open: false, anchor).Damages
                .ShouldHaveSingleItem().ShouldBe(new Damage("anchor", "the anchor is not signed by this log"));
        }
    }

    /// <summary>A key that somebody took before it was erased signs what its own time saw, and nothing of later.</summary>
    [Fact]
    public void Verify_ACheckpointSignedWithTheKeyOfAnEarlierEpoch_IsFound()
    {
        using var copy = new TamperedCopy(original.Journal);
        var text = SignedNote.Parse(File.ReadAllBytes(copy.Folder.Checkpoint)).Text;
        foreach (var earlier in original.EpochKeys[..^1])
        {
            File.WriteAllBytes(copy.Folder.Checkpoint, SignedNote.Sign(text, Identity, earlier).ToBytes());

            copy.Verify(original.Key).Damages
                .ShouldContain(new Damage(copy.Folder.Checkpoint, "it is not signed by the epoch that was in force"));
        }

        File.WriteAllBytes(copy.Folder.Checkpoint, SignedNote.Sign(text, Identity, original.EpochKeys[^1]).ToBytes());
        copy.Verify(original.Key).Damages.ShouldBeEmpty();
    }

    /// <summary>All of its signatures are right, and the root is that of its size.</summary>
    [Fact]
    public void Verify_AnEpochThatBeginsBeforeTheOneBefore_IsFound()
    {
        using var copy = new TamperedCopy(original.Journal);
        var (first, file) = (EpochNote.Parse(SignedNote.Parse(File.ReadAllBytes(copy.Folder.EpochNote(0))).Text), copy.Folder.EpochNote(2));
        var note = new EpochNote(first.Origin, 2, first.Size, first.Root, original.EpochKeys[2].Verifier);
        File.WriteAllBytes(file, SignedNote.Sign(note.Text, Identity, original.EpochKeys[1]).ToBytes());

        copy.Verify(original.Key).Damages.ShouldContain(new Damage(file, "the epoch begins earlier than the previous one"));
    }

    /// <summary>The checkpoint that the log signed when it had that size.</summary>
    private Anchor AnchorAt(long size)
    {
        var checkpoint = new Checkpoint(original.Key.Name, size, RootAt(size));
        return new($"anchor {size}", SignedNote.Sign(checkpoint.Text, Identity), checkpoint);
    }

    private byte[] RootAt(long size)
    {
        var tree = new TreeFrontier();
        var leaf = new byte[MerkleTree.HashBytes];
        foreach (var piece in original.Frames.Values.SelectMany(pieces => pieces).Where(piece => piece.Index < size))
        {
            MerkleTree.HashLeaf(piece.Bytes.AsSpan(0, FrameHeader.Bytes), leaf);
            tree.Add(leaf);
        }

        return tree.Root();
    }

    /// <summary>Writes the frames anew, each with the hash of the one before it, and their tiles.</summary>
    private TileTree Rewrite(TamperedCopy copy, Func<FrameHeader, FrameHeader> change)
    {
        var previous = new byte[32];
        Directory.Delete(copy.Folder.Tiles, recursive: true);
        var tiles = new TileTree(copy.Folder.Tiles);
        foreach (var (file, frames) in original.Frames)
        {
            var bytes = File.ReadAllBytes(copy.PathOf(file))[..original.HeaderBytes[file]].ToList();
            foreach (var piece in frames)
            {
                var raw = piece.Bytes[..FrameHeader.Bytes];
                change(FrameHeader.TryRead(raw, out _)! with { Previous = previous }).WriteTo(raw);
                previous = SHA256.HashData(raw);
                tiles.Add(raw);
                bytes.AddRange([.. raw, .. piece.Bytes[FrameHeader.Bytes..]]);
            }

            File.WriteAllBytes(copy.PathOf(file), [.. bytes]);
        }

        tiles.Write();
        return tiles;
    }
}
