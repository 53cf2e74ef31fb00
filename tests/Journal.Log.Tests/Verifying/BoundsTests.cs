using System.Buffers.Binary;
using System.IO.Compression;
using System.Security.Cryptography;
using Journal.Log.Frames;
using Journal.Log.Segments;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Verifying;

namespace Journal.Log.Tests.Verifying;

/// <summary>Memory that verifying asks for: a frame or a bundle at a time, however long the log is and whatever it declares.</summary>
/// <remarks>
/// On one thread, which is where it is counted. Over several, each has two slots of its own: their buffers are the only memory that grows
/// with the number of threads.
/// </remarks>
public sealed class BoundsTests
{
    /// <summary>Buffers of a frame, a bundle and a tile, the scan's window, and what the runtime takes for signatures and keys.</summary>
    private const long FixedBytes = 8 << 20;

    /// <summary>A header that is read from a bundle some times over, its leaf, and what is said about the frame.</summary>
    private const long BytesOfAFrame = 8 << 10;

    /// <summary>A frame of these journals holds 256 KiB.</summary>
    [Fact]
    public async Task Verify_AJournalOfFourTimesTheFrames_NeedsNoMoreForAFrame()
    {
        using var small = new TestJournal();
        using var large = new TestJournal();
        await small.WriteLargeAsync(20);
        await large.WriteLargeAsync(80);

        var (few, first) = Verify(small);
        var (many, second) = Verify(large);

        (first.IsSound, second.IsSound).ShouldBe((true, true));
        second.SignedFrames!.Value.ShouldBeGreaterThan(first.SignedFrames!.Value + 59);
        few.ShouldBeLessThan(FixedBytes + (first.SignedFrames.Value * BytesOfAFrame));
        (many - few).ShouldBeLessThan((second.SignedFrames.Value - first.SignedFrames.Value) * BytesOfAFrame);
    }

    /// <summary>Damage all over a segment: it is scanned once, and not once for each frame.</summary>
    [Fact]
    public async Task Verify_ASegmentOfBrokenFrames_IsScannedInBoundedMemory()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(Enumerable.Range(0, 300).Select(number => $"line {number}"));
        var path = journal.Folder.ListSegments()[0].Path;
        var bytes = await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken);
        for (var at = bytes.AsSpan().IndexOf("JFR1"u8); at < bytes.Length; at += 512)
        {
            bytes[at] ^= 1; // the magic of about every second frame, and bytes of others
        }

        await File.WriteAllBytesAsync(path, bytes, TestContext.Current.CancellationToken);

        var (allocated, report) = Verify(journal);

        report.Damages.Count.ShouldBeGreaterThan(50);
        allocated.ShouldBeLessThan(FixedBytes + (300 * BytesOfAFrame));
    }

    /// <summary>
    /// Somebody with all keys makes a frame of 256 KiB that unpacks to hundreds of gigabytes. No more than the declared length is written,
    /// and no frame may declare more than 512 KiB.
    /// </summary>
    [Theory]
    [InlineData(FrameCompression.Brotli)]
    [InlineData(FrameCompression.Zstandard)]
    public async Task Verify_AFrameThatUnpacksWithoutEnd_IsNamed(FrameCompression compression)
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b"]);
        await ForgeAsync(journal, index: 1, Bomb(compression, 256 << 10), compression);

        var (allocated, report) = Verify(journal);

        var damage = report.Damages.ShouldHaveSingleItem();
        (damage.Frame, damage.Problem).ShouldBe((1, "the content does not decompress to its declared length"));
        allocated.ShouldBeLessThan(FixedBytes);
    }

    [Theory]
    [InlineData(4000, "the segment's header has an impossible length")]
    [InlineData(255, "a segment has 1 to 16 recipients")]
    public async Task Verify_ASegmentHeaderWithThousandsOfRecipients_IsNamed(int recipients, string problem)
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);
        var path = journal.Folder.ListSegments()[0].Path;
        var bytes = await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken);
        var length = BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(4));
        var count = 48 + 2 + BinaryPrimitives.ReadUInt16BigEndian(bytes.AsSpan(48));
        var entries = Enumerable.Repeat<byte[]>([9, .. new byte[32], 0, 1, 7], recipients).SelectMany(entry => entry).ToArray();
        byte[] header = [.. bytes[..count], (byte)Math.Min(recipients, 255), .. entries, .. new byte[32]];
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(4), header.Length);
        await File.WriteAllBytesAsync(path, [.. header, .. bytes[length..]], TestContext.Current.CancellationToken);

        var (allocated, report) = Verify(journal);

        report.Damages.ShouldContain(damage => damage.Where == path && damage.Problem == problem);
        allocated.ShouldBeLessThan(FixedBytes);
    }

    [Fact]
    public async Task Verify_AFrameThatIsLongerThanItsFile_IsNamed()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b"]);
        await ForgeAsync(journal, index: 1, new byte[1000]);
        var path = journal.Folder.ListSegments()[0].Path;
        var bytes = await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken);
        await File.WriteAllBytesAsync(path, bytes[..^1000], TestContext.Current.CancellationToken);

        var (allocated, report) = Verify(journal);

        report.Damages.ShouldContain(damage => damage.Problem == "the file ends within the frame" && damage.Frame == 1);
        allocated.ShouldBeLessThan(FixedBytes);
    }

    private static (long Allocated, VerifyReport Report) Verify(TestJournal journal)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var report = new Verifier(new(journal.Folder) { Reader = TestJournal.Reader, Threads = 1 }, TimeProvider.System)
            .Run(TestContext.Current.CancellationToken);
        return (GC.GetAllocatedBytesForCurrentThread() - before, report);
    }

    private static byte[] Bomb(FrameCompression compression, int bytes)
    {
        if (compression == FrameCompression.Zstandard)
        {
            using var zstandard = new ZstdSharp.Compressor();
            var packed = zstandard.Wrap(new byte[16 << 20]).ToArray();
            return [.. Enumerable.Range(0, bytes).Select(at => packed[at % packed.Length])];
        }

        var (zeros, compressed) = (new byte[16 << 20], new byte[1 << 20]);
        using var encoder = new BrotliEncoder(quality: 1, window: 22);
        encoder.Compress(zeros, compressed, out _, out var written, isFinalBlock: false);
        encoder.Flush(compressed.AsSpan(written), out var rest);
        return [.. Enumerable.Range(0, bytes).Select(at => compressed[at % (written + rest)])];
    }

    /// <summary>Gives a frame other content and makes all that follows right, with the keys of the reader and of the log.</summary>
    private static async Task ForgeAsync(TestJournal journal, long index, byte[] content, FrameCompression compression = FrameCompression.Brotli)
    {
        var place = journal.Folder.ListSegments().ShouldHaveSingleItem();
        var bytes = await File.ReadAllBytesAsync(place.Path, TestContext.Current.CancellationToken);
        var header = SegmentHeader.Read(bytes);
        using var keys = TestJournal.Reader.Open(header.Secrets, header.Random).ShouldNotBeNull();
        var at = BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(4));
        using var forged = new MemoryStream();
        forged.Write(bytes.AsSpan(0, at));
        Directory.Delete(journal.Folder.Tiles, recursive: true);
        var (tiles, previous, nonce) = (new TileTree(journal.Folder.Tiles), new byte[32], new byte[12]);
        while (at < bytes.Length)
        {
            var raw = bytes[at..(at + FrameHeader.Bytes)];
            var frame = FrameHeader.TryRead(raw, out _).ShouldNotBeNull() with { Previous = previous };
            var stored = bytes[(at + FrameHeader.Bytes)..(at + FrameHeader.Bytes + frame.StoredBytes)];
            at += FrameHeader.Bytes + frame.StoredBytes;
            if (frame.Index == index)
            {
                frame = frame with
                {
                    Compression = compression,
                    PlainBytes = FrameHeader.MaxPlainBytes,
                    StoredBytes = content.Length + FrameHeader.TagBytes,
                };
                frame.WriteTo(raw);
                stored = new byte[frame.StoredBytes];
                frame.WriteNonce(nonce);
                keys.Frames.Encrypt(
                    nonce, content, stored.AsSpan(0, content.Length), stored.AsSpan(content.Length),
                    raw.AsSpan(0, FrameHeader.AuthenticatedBytes));
                frame = frame with { StoredHash = SHA256.HashData(stored) };
            }

            frame.WriteTo(raw);
            previous = SHA256.HashData(raw);
            tiles.Add(raw);
            forged.Write(raw);
            forged.Write(stored);
        }

        tiles.Write();
        await File.WriteAllBytesAsync(place.Path, forged.ToArray(), TestContext.Current.CancellationToken);
        var identity = SigningKey.Parse(await File.ReadAllTextAsync(journal.Folder.Identity, TestContext.Current.CancellationToken));
        var epoch = SigningKey.Parse(File.ReadAllLines(journal.Folder.EpochKey)[^1]);
        var checkpoint = new Checkpoint(identity.Verifier.Name, tiles.Size, tiles.Root());
        var note = SignedNote.Sign(checkpoint.Text, identity, epoch);
        await File.WriteAllBytesAsync(journal.Folder.Checkpoint, note.ToBytes(), TestContext.Current.CancellationToken);
    }
}
