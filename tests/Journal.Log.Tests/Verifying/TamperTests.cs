using System.Buffers.Binary;
using Journal.Log.Verifying;

namespace Journal.Log.Tests.Verifying;

/// <summary>Whatever is done to a journal is found, at its place. Each test works on a copy.</summary>
public sealed class TamperTests(SoundJournal original) : IClassFixture<SoundJournal>
{
    [Fact]
    public void Verify_Untouched_IsSound()
    {
        using var copy = new TamperedCopy(original.Journal);

        copy.Verify(original.Key).Damages.ShouldBeEmpty();
    }

    /// <summary>Some bytes of every file; <see cref="Verify_EveryByteFlipped_IsFound"/> does all of them.</summary>
    [Fact]
    public void Verify_BytesFlipped_AreFound() => FlipBytes(step: 31);

    [Fact]
    [Trait("Category", "Nightly")]
    public void Verify_EveryByteFlipped_IsFound() => FlipBytes(step: 1);

    [Fact]
    public void Verify_AFrameDroppedDoubledOrSwapped_IsFoundThere()
    {
        foreach (var (file, frames) in original.Frames)
        {
            for (var i = 0; i < frames.Count; i++)
            {
                Check(file, [.. frames[..i], .. frames[(i + 1)..]], frames[i].Index);
                Check(file, [.. frames[..(i + 1)], frames[i], .. frames[(i + 1)..]], null);
                if (i + 1 < frames.Count)
                {
                    Check(file, [.. frames[..i], frames[i + 1], frames[i], .. frames[(i + 2)..]], frames[i].Index);
                }
            }
        }

        void Check(string file, IReadOnlyList<Piece> pieces, long? lost)
        {
            using var copy = new TamperedCopy(original.Journal);
            var head = File.ReadAllBytes(copy.PathOf(file))[..original.HeaderBytes[file]];
            File.WriteAllBytes(copy.PathOf(file), [.. head, .. pieces.SelectMany(piece => piece.Bytes)]);

            var report = copy.Verify(original.Key);

            report.IsSound.ShouldBeFalse();
            if (lost is { } index)
            {
                report.StateOf(index).ShouldBeOneOf(FrameState.Damaged, FrameState.Missing);
            }
        }
    }

    /// <summary>No crash leaves them there: the frame before them says that it is the segment's last.</summary>
    [Fact]
    public void Verify_BytesBehindASegmentThatWasClosed_AreFoundThere()
    {
        foreach (var file in original.Frames.Keys)
        {
            using var copy = new TamperedCopy(original.Journal);
            var length = new FileInfo(copy.PathOf(file)).Length;
            File.AppendAllText(copy.PathOf(file), "more");

            var report = copy.Verify(original.Key);

            report.Damages.ShouldHaveSingleItem().Where.ShouldBe($"{copy.PathOf(file)} at byte {length}");
            report.TornBytes.ShouldBe(0);
        }
    }

    [Fact]
    public void Verify_ASegmentDroppedSwappedOrCut_IsFoundThere()
    {
        var files = original.Frames.Keys.ToList();
        foreach (var (index, file) in files.Index())
        {
            using (var dropped = new TamperedCopy(original.Journal))
            {
                File.Delete(dropped.PathOf(file));
                dropped.Verify(original.Key).StateOf(original.Frames[file][0].Index)
                    .ShouldBeOneOf(FrameState.Missing, FrameState.Damaged);
            }

            using (var swapped = new TamperedCopy(original.Journal))
            {
                File.Copy(original.PathOf(files[(index + 1) % files.Count]), swapped.PathOf(file), overwrite: true);
                swapped.Verify(original.Key).IsSound.ShouldBeFalse();
            }

            var whole = File.ReadAllBytes(original.PathOf(file));
            for (var length = 0; length < whole.Length; length += 61)
            {
                using var cut = new TamperedCopy(original.Journal);
                File.WriteAllBytes(cut.PathOf(file), whole[..length]);
                cut.Verify(original.Key).IsSound.ShouldBeFalse();
            }
        }
    }

    [Fact]
    public void Verify_NotesRemoved_AreFound()
    {
        foreach (var file in (string[])["checkpoint", "epochs/0", "epochs/1"])
        {
            using var copy = new TamperedCopy(original.Journal);
            File.Delete(Path.Combine(copy.Folder.Path, "log", file));
            copy.Verify(original.Key).IsSound.ShouldBeFalse();
        }
    }

    [Fact]
    public void Verify_AHeaderThatDeclaresTooManyRecipientsOrTooMuch_IsNamed()
    {
        foreach (var (offset, value) in (ReadOnlySpan<(int, uint)>)[(4, 0x7FFFFFFF), (4, 0), (4, 65_537), (48, 0xFFFFFFFF)])
        {
            using var copy = new TamperedCopy(original.Journal);
            var path = copy.PathOf(original.Frames.Keys.First());
            var bytes = File.ReadAllBytes(path);
            BinaryPrimitives.WriteUInt32BigEndian(bytes.AsSpan(offset), value);
            File.WriteAllBytes(path, bytes);

            copy.Verify(original.Key).Damages.ShouldContain(damage => damage.Where.StartsWith(path));
        }
    }

    private void FlipBytes(int step)
    {
        var missed = new List<string>();
        using var copy = new TamperedCopy(original.Journal);
        foreach (var file in copy.Files())
        {
            var bytes = File.ReadAllBytes(file);
            for (var at = (file.Length * 7) % step; at < bytes.Length; at += step)
            {
                bytes[at] ^= (byte)(1 << (at % 8));
                File.WriteAllBytes(file, bytes);
                var report = copy.Verify(original.Key);
                if (report.IsSound || !IsNamed(report, copy, file, at))
                {
                    missed.Add($"{Path.GetRelativePath(copy.Folder.Path, file)} at {at}");
                }

                bytes[at] ^= (byte)(1 << (at % 8));
            }

            File.WriteAllBytes(file, bytes);
        }

        missed.ShouldBeEmpty();
    }

    /// <summary>A flip in a segment's frame damages that frame and no other.</summary>
    private bool IsNamed(VerifyReport report, TamperedCopy copy, string file, int at)
    {
        var name = Path.GetRelativePath(copy.Folder.Path, file);
        if (!original.Frames.TryGetValue(name, out var frames) || at < original.HeaderBytes[name])
        {
            return report.Damages.Any(damage => damage.Where.StartsWith(file, StringComparison.Ordinal)
                || damage.Where.StartsWith(Path.Combine(copy.Folder.Path, "log"), StringComparison.Ordinal));
        }

        var offset = original.HeaderBytes[name];
        foreach (var piece in frames)
        {
            offset += piece.Bytes.Length;
            if (at < offset)
            {
                return report.Zones.Where(zone => zone.State != FrameState.Proven).All(zone => zone is var bad
                    && bad.FirstFrame == piece.Index && bad.LastFrame == piece.Index) && report.StateOf(piece.Index) != FrameState.Proven;
            }
        }

        return false;
    }
}
