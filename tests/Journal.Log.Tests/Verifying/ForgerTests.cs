using System.Security.Cryptography;
using Journal.Log.Frames;
using Journal.Log.Signing;
using Journal.Log.Tiles;
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

        copy.Verify(original.Key).Damages.ShouldContain(new Damage(file, "the epoch begins before the one before"));
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
