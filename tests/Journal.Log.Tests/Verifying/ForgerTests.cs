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
        var identity = SigningKey.Parse(File.ReadAllText(original.Journal.Folder.Identity));
        var epoch = SigningKey.Parse(File.ReadAllLines(original.Journal.Folder.EpochKey)[^1]);
        var tiles = Rewrite(copy, header => header.Index == 1 ? header with { ClosedAt = header.ClosedAt + 1 } : header);
        var checkpoint = new Checkpoint(identity.Verifier.Name, tiles.Size, tiles.Root());
        File.WriteAllBytes(copy.Folder.Checkpoint, SignedNote.Sign(checkpoint.Text, identity, epoch).ToBytes());

        var report = copy.Verify(original.Key);

        report.IsSound.ShouldBeFalse();
        report.StateOf(1).ShouldBe(FrameState.Damaged);
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
