using System.Buffers.Binary;
using System.Security.Cryptography;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Recipients;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Verifying;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Verifying;

/// <summary>Whatever is done to a journal is found, at its place. One journal for all; each test works on a copy.</summary>
public sealed class TamperTests(TamperTests.Original original) : IClassFixture<TamperTests.Original>
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
                StateOf(report, index).ShouldBeOneOf(FrameState.Damaged, FrameState.Missing);
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
                StateOf(dropped.Verify(original.Key), original.Frames[file][0].Index)
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

    /// <summary>A forger without keys who makes everything else right: CRC, hashes, chain, bundles and tiles.</summary>
    [Fact]
    public void Verify_AForgerWhoRecomputesEverythingButTheSignature_IsFound()
    {
        using var copy = new TamperedCopy(original.Journal);
        var raws = original.Frames.Values.SelectMany(frames => frames).ToList();
        var previous = new byte[32];
        Directory.Delete(copy.Folder.Tiles, recursive: true);
        var tiles = new TileTree(copy.Folder.Tiles);
        foreach (var (file, frames) in original.Frames)
        {
            var bytes = File.ReadAllBytes(copy.PathOf(file))[..original.HeaderBytes[file]].ToList();
            foreach (var piece in frames)
            {
                var raw = piece.Bytes[..FrameHeader.Bytes];
                var header = FrameHeader.TryRead(raw, out _)!;
                header = header with
                {
                    Previous = previous,
                    Totals = header.Index == 4 ? header.Totals with { Refused = 99 } : header.Totals,
                };
                header.WriteTo(raw);
                previous = SHA256.HashData(raw);
                tiles.Add(raw);
                bytes.AddRange([.. raw, .. piece.Bytes[FrameHeader.Bytes..]]);
            }

            File.WriteAllBytes(copy.PathOf(file), [.. bytes]);
        }

        tiles.Write();

        var report = copy.Verify(original.Key);

        report.IsSound.ShouldBeFalse();
        StateOf(report, 4).ShouldBe(FrameState.Damaged);
        StateOf(report, 0).ShouldBe(FrameState.Proven); // the second epoch's note still pins what came before it
        raws.Count.ShouldBeGreaterThan(8);
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
        Directory.Delete(copy.Folder.Tiles, recursive: true);
        var tiles = new TileTree(copy.Folder.Tiles);
        var previous = new byte[32];
        foreach (var (file, frames) in original.Frames)
        {
            var bytes = File.ReadAllBytes(copy.PathOf(file))[..original.HeaderBytes[file]].ToList();
            foreach (var piece in frames)
            {
                var raw = piece.Bytes[..FrameHeader.Bytes];
                var header = FrameHeader.TryRead(raw, out _)! with { Previous = previous };
                (header.Index == 1 ? header with { ClosedAt = header.ClosedAt + 1 } : header).WriteTo(raw);
                previous = SHA256.HashData(raw);
                tiles.Add(raw);
                bytes.AddRange([.. raw, .. piece.Bytes[FrameHeader.Bytes..]]);
            }

            File.WriteAllBytes(copy.PathOf(file), [.. bytes]);
        }

        tiles.Write();
        var checkpoint = new Checkpoint(identity.Verifier.Name, tiles.Size, tiles.Root());
        File.WriteAllBytes(copy.Folder.Checkpoint, SignedNote.Sign(checkpoint.Text, identity, epoch).ToBytes());

        var report = copy.Verify(original.Key);

        report.IsSound.ShouldBeFalse();
        StateOf(report, 1).ShouldBe(FrameState.Damaged);
    }

    [Fact]
    public async Task Verify_AnOlderCopyOfTheWholeFolder_IsFoundByTheAnchorOnly()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b"]);
        using var old = new TamperedCopy(journal);
        await journal.WriteAsync(["c"]);
        var note = SignedNote.Parse(await File.ReadAllBytesAsync(journal.Folder.Checkpoint, TestContext.Current.CancellationToken));
        var line = Anchor.ToLine(note, DateTimeOffset.UnixEpoch);
        var anchors = Anchor.Read("anchors", System.Text.Encoding.UTF8.GetBytes(line));
        var key = journal.Folder.ReadVerifier();

        old.Verify(key).IsSound.ShouldBeTrue();
        old.Verify(key, anchors).Damages.ShouldHaveSingleItem().Problem.ShouldContain("the checkpoint covers");
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
    public void Verify_AReaderThatIsNoRecipient_IsNotSound()
    {
        using var copy = new TamperedCopy(original.Journal);
        using var stranger = ReaderKey.Create();

        new Verifier(new(copy.Folder) { Reader = stranger }, TimeProvider.System).Run(TestContext.Current.CancellationToken)
            .Damages.ShouldContain(damage => damage.Problem == "the segment cannot be read with this key");
    }

    [Fact]
    public void Verify_AnOldCheckpoint_IsOlderThanItMayBe() =>
        new Verifier(new(original.Journal.Folder) { MaxAge = TimeSpan.Zero }, TimeProvider.System)
            .Run(TestContext.Current.CancellationToken)
            .Damages.ShouldHaveSingleItem().Problem.ShouldEndWith("old");

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

    private static FrameState StateOf(VerifyReport report, long frame) =>
        report.Zones.Single(zone => zone.FirstFrame <= frame && frame <= zone.LastFrame).State;

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
                    && bad.FirstFrame == piece.Index && bad.LastFrame == piece.Index) && StateOf(report, piece.Index) != FrameState.Proven;
            }
        }

        return false;
    }

    /// <summary>The bytes of a frame.</summary>
    internal sealed record Piece(long Index, byte[] Bytes);

    /// <summary>Three segments, three epochs.</summary>
    public sealed class Original : IAsyncLifetime
    {
        internal TestJournal Journal { get; } = new();

        internal VerifierKey Key => Journal.Folder.ReadVerifier();

        /// <summary>The frames of each segment, by its path in the journal.</summary>
        internal SortedDictionary<string, List<Piece>> Frames { get; } = new(StringComparer.Ordinal);

        internal Dictionary<string, int> HeaderBytes { get; } = [];

        public async ValueTask InitializeAsync()
        {
            await Journal.WriteAsync(["one", "two"]);
            await Journal.WriteAsync(["three"]);
            await Journal.WriteAsync(["four", "five", "six"]);
            foreach (var place in Journal.Folder.ListSegments())
            {
                var bytes = File.ReadAllBytes(place.Path);
                var name = Path.GetRelativePath(Journal.Folder.Path, place.Path);
                var at = HeaderBytes[name] = BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(4));
                Frames[name] = [];
                while (at < bytes.Length)
                {
                    var header = FrameHeader.TryRead(bytes.AsSpan(at), out _)!;
                    var end = at + FrameHeader.Bytes + header.StoredBytes;
                    Frames[name].Add(new(header.Index, bytes[at..end]));
                    at = end;
                }
            }
        }

        public ValueTask DisposeAsync()
        {
            Journal.Dispose();
            return ValueTask.CompletedTask;
        }

        internal string PathOf(string name) => Path.Combine(Journal.Folder.Path, name);
    }
}

/// <summary>A copy of what <c>verify</c> looks at.</summary>
internal sealed class TamperedCopy : IDisposable
{
    private readonly TempDirectory _directory = new("tampered");

    public TamperedCopy(TestJournal journal)
    {
        Folder = new(_directory.Combine("journal"));
        foreach (var file in FilesOf(journal.Folder))
        {
            var target = Path.Combine(Folder.Path, Path.GetRelativePath(journal.Folder.Path, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }

        File.Copy(journal.Folder.VerifierFile, Folder.VerifierFile);
    }

    public JournalFolder Folder { get; }

    public string PathOf(string name) => Path.Combine(Folder.Path, name);

    /// <summary>So that somebody could write on.</summary>
    public void TakeKeysOf(JournalFolder owner)
    {
        foreach (var file in Directory.EnumerateFiles(owner.Recipients).Append(owner.Identity).Append(owner.EpochKey))
        {
            var target = PathOf(Path.GetRelativePath(owner.Path, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }
    }

    public IEnumerable<string> Files() => FilesOf(Folder);

    public VerifyReport Verify(VerifierKey key, params IReadOnlyList<Anchor> anchors) =>
        new Verifier(new(Folder) { Key = key, Anchors = anchors }, TimeProvider.System).Run(TestContext.Current.CancellationToken);

    public void Dispose() => _directory.Dispose();

    private static List<string> FilesOf(JournalFolder folder) => Directory
        .EnumerateFiles(folder.Segments)
        .Concat(Directory.EnumerateFiles(Path.Combine(folder.Path, "log"), "*", SearchOption.AllDirectories))
        .Order(StringComparer.Ordinal).ToList();
}
