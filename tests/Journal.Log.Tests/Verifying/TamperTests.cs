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
                CheckLost(file, [.. frames[..i], .. frames[(i + 1)..]], frames[i].Index);
                CheckDoubled(file, frames, i);
                if (i + 1 < frames.Count)
                {
                    CheckLost(file, [.. frames[..i], frames[i + 1], frames[i], .. frames[(i + 2)..]], frames[i].Index);
                }
            }
        }

        void CheckLost(string file, IReadOnlyList<Piece> pieces, long lost)
        {
            using var copy = Rewritten(file, pieces);
            copy.Verify(original.Key).StateOf(lost).ShouldBeOneOf(FrameState.Damaged, FrameState.Missing);
        }

        void CheckDoubled(string file, List<Piece> frames, int doubled)
        {
            var (before, after) = (frames[..(doubled + 1)], frames[(doubled + 1)..]);
            using var copy = Rewritten(file, [.. before, frames[doubled], .. after]);
            copy.Verify(original.Key).Damages.ShouldHaveSingleItem().Where
                .ShouldBe($"{copy.PathOf(file)} at byte {original.HeaderBytes[file] + before.Sum(piece => piece.Bytes.Length)}");
        }

        TamperedCopy Rewritten(string file, IReadOnlyList<Piece> pieces)
        {
            var copy = new TamperedCopy(original.Journal);
            var head = File.ReadAllBytes(copy.PathOf(file))[..original.HeaderBytes[file]];
            File.WriteAllBytes(copy.PathOf(file), [.. head, .. pieces.SelectMany(piece => piece.Bytes)]);
            return copy;
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
    public void Verify_ASegmentDroppedOrSwapped_IsFoundThere()
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
                CheckReplaced(swapped, file);
            }
        }
    }

    /// <summary>It is sound in itself, and frame for frame as long.</summary>
    [Fact]
    public async Task Verify_ASegmentOfAnotherJournal_IsFoundThere()
    {
        using var other = new TestJournal();
        foreach (var lines in SoundJournal.Lines)
        {
            await other.WriteAsync(lines);
        }

        foreach (var file in original.Frames.Keys)
        {
            using var copy = new TamperedCopy(original.Journal);
            File.Copy(Path.Combine(other.Folder.Path, file), copy.PathOf(file), overwrite: true);
            CheckReplaced(copy, file);
        }
    }

    [Fact]
    public void Verify_ASegmentOnceMoreUnderAnotherFirstFrame_IsFoundThere()
    {
        var frames = original.Frames.Values.Sum(pieces => pieces.Count);
        foreach (var file in original.Frames.Keys)
        {
            foreach (var first in (long[])[1, frames - 1, frames, frames + 1000])
            {
                using var copy = new TamperedCopy(original.Journal);
                var path = copy.Folder.Segment(first);
                File.Copy(original.PathOf(file), path);

                copy.Verify(original.Key).Damages
                    .ShouldContain(new Damage(path, $"its header begins at frame {original.Frames[file][0].Index}", first));
            }
        }
    }

    /// <summary>At some lengths; <see cref="Verify_ASegmentCutAtEveryByte_IsFoundThere"/> does all of them.</summary>
    [Fact]
    public void Verify_ASegmentCut_IsFoundThere() => CutSegments(step: 61);

    [Fact]
    [Trait("Category", "Nightly")]
    public void Verify_ASegmentCutAtEveryByte_IsFoundThere() => CutSegments(step: 1);

    /// <summary>Without the last epoch's note nothing says whose signature the checkpoint has.</summary>
    [Theory]
    [InlineData("checkpoint", "checkpoint", "it is missing or cannot be read")]
    [InlineData("epochs/0", "epochs/0", "it is missing or cannot be read")]
    [InlineData("epochs/1", "epochs/1", "it is missing or cannot be read")]
    [InlineData("epochs/2", "checkpoint", "it is not signed by the epoch that was in force")]
    public void Verify_ANoteRemoved_IsFoundThere(string removed, string named, string problem)
    {
        using var copy = new TamperedCopy(original.Journal);
        File.Delete(LogFile(removed));

        copy.Verify(original.Key).Damages.ShouldContain(new Damage(LogFile(named), problem));

        string LogFile(string name) => Path.Combine([copy.Folder.Path, "log", .. name.Split('/')]);
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

    /// <summary>Another segment stands in the place of one: that file is named, and none of its frames is proven.</summary>
    private void CheckReplaced(TamperedCopy copy, string file)
    {
        var report = copy.Verify(original.Key);

        report.Damages.ShouldContain(damage => damage.Where.StartsWith(copy.PathOf(file)));
        original.Frames[file].ShouldAllBe(piece => report.StateOf(piece.Index) != FrameState.Proven);
    }

    /// <summary>The first frame that is not whole any more is named, and those before it stay proven.</summary>
    private void CutSegments(int step)
    {
        var missed = new List<string>();
        using var copy = new TamperedCopy(original.Journal);
        foreach (var (file, frames) in original.Frames)
        {
            var path = copy.PathOf(file);
            var whole = File.ReadAllBytes(path);
            for (var length = 0; length < whole.Length; length += step)
            {
                File.WriteAllBytes(path, whole[..length]);
                var report = copy.Verify(original.Key);
                var end = original.HeaderBytes[file];
                var kept = length < end ? 0 : frames.TakeWhile(piece => (end += piece.Bytes.Length) <= length).Count();
                if (!report.Damages.Any(damage => damage.Where.StartsWith(path) && damage.Frame <= frames[kept].Index)
                    || report.StateOf(frames[kept].Index) == FrameState.Proven
                    || frames[..kept].Any(piece => report.StateOf(piece.Index) != FrameState.Proven))
                {
                    missed.Add($"{file} at {length}");
                }
            }

            File.WriteAllBytes(path, whole);
        }

        missed.ShouldBeEmpty();
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

    /// <summary>A flip in a segment's frame damages that frame and no other; one in a segment's header is told of that file.</summary>
    private bool IsNamed(VerifyReport report, TamperedCopy copy, string file, int at)
    {
        var name = Path.GetRelativePath(copy.Folder.Path, file);
        if (!original.Frames.TryGetValue(name, out var frames))
        {
            return report.Damages.Any(damage =>
                damage.Where.StartsWith(Path.Combine(copy.Folder.Path, "log"), StringComparison.Ordinal));
        }

        if (at < original.HeaderBytes[name])
        {
            return report.Damages.Any(damage => damage.Where.StartsWith(file, StringComparison.Ordinal));
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
