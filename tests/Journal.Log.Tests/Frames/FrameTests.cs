using System.IO.Compression;
using System.Text;
using Journal.Log.Frames;
using Journal.Log.Recipients;
using LogRecord = Journal.Log.Frames.LogRecord;

namespace Journal.Log.Tests.Frames;

public sealed class FrameTests
{
    private static readonly RecordSource[] Sources =
    [
        new(SourceKind.Udp, "127.0.0.1:5514"), new(SourceKind.Tcp, ""), new(SourceKind.Tls, new string('ä', 127) + "x"),
    ];

    [Fact]
    public void Open_WhatWasSealed_IsEveryRecordByteForByte()
    {
        var random = new Random(19);
        using var keys = new SegmentKeys(new byte[32]);
        var (sealer, opener, batch, frame) = (new FrameSealer(), new FrameOpener(), new RecordBatch(), new byte[FrameSealer.MaxBytes]);
        for (var round = 0; round < 40; round++)
        {
            batch.Clear();
            var expected = new List<LogRecord>();
            for (var count = random.Next(round * 20); count > 0 && !batch.IsFull; count--)
            {
                var message = new byte[random.Next(10) == 0 ? random.Next(5000) : random.Next(200)];
                random.NextBytes(message);
                var record = new LogRecord(
                    77 + expected.Count, random.NextInt64(1L << 50), Sources[random.Next(Sources.Length)],
                    (RecordMarks)random.Next(64), message);
                batch.Add(record.Source, message, record.Marks, record.ReceivedAt);
                expected.Add(record);
            }

            var header = sealer.Seal(batch, Draft(round), keys, frame);
            var stored = frame.AsSpan(FrameHeader.Bytes, header.StoredBytes).ToArray();

            FrameHeader.TryRead(frame, out var problem).ShouldNotBeNull(problem).RecordsRoot.ShouldBe(header.RecordsRoot);
            var records = opener.Open(header, frame.AsSpan(0, FrameHeader.Bytes), stored, keys);
            records.Count.ShouldBe(expected.Count);
            foreach (var (one, other) in records.Zip(expected))
            {
                (one with { Message = default }).ShouldBe(other with { Message = default });
                one.Message.Span.SequenceEqual(other.Message.Span).ShouldBeTrue();
            }
        }
    }

    [Fact]
    public void Open_ANameThatIsTooLong_IsCutAtTheEndOfACharacter()
    {
        var records = SealAndOpen(new RecordSource(SourceKind.Tls, string.Concat(Enumerable.Repeat("\U0001F600", 64))));

        records[0].Source.Name.ShouldBe(string.Concat(Enumerable.Repeat("\U0001F600", 63)));
    }

    /// <summary>An earlier writer has cut it so.</summary>
    [Fact]
    public void Open_ANameThatIsNoText_HashesTheBytesThatAreStored()
    {
        var records = SealAndOpen(RecordSource.Stored(SourceKind.Tls, [(byte)'a', 0xF0, 0x9F]));

        records[0].Source.Name.ShouldBe("a\uFFFD");
        RecordLeaf.Parse(records.LeafOf(0)).ShouldNotBeNull().Source.Bytes.ShouldBe([(byte)'a', 0xF0, 0x9F]);
    }

    [Fact]
    public void IsFull_TheLargestRecords_FitTheirFrame()
    {
        using var keys = new SegmentKeys(new byte[32]);
        var (batch, message) = (new RecordBatch(), new byte[RecordBatch.MaxMessageBytes]);
        var random = new Random(1);
        for (var i = 0; !batch.IsFull; i++)
        {
            random.NextBytes(message);
            batch.Add(
                new(SourceKind.Udp, $"{i}{new string('x', 300)}"), message, RecordMarks.None, long.MaxValue - (i % 2 * long.MaxValue));
        }

        var header = new FrameSealer().Seal(batch, Draft(0), keys, new byte[FrameSealer.MaxBytes]);

        header.Records.ShouldBe(batch.Count);
        header.Compression.ShouldBe(FrameCompression.None); // random bytes do not shrink
    }

    [Fact]
    public void IsFull_ManySendersOfShortLines_FitTheirFrame()
    {
        using var keys = new SegmentKeys(new byte[32]);
        var batch = new RecordBatch();
        for (var i = 0; !batch.IsFull; i++)
        {
            batch.Add(new(SourceKind.Udp, $"{i}{new string('x', 300)}"), "x"u8, RecordMarks.None, long.MaxValue - (i % 2 * long.MaxValue));
        }

        var frame = new byte[FrameSealer.MaxBytes];
        var header = new FrameSealer().Seal(batch, Draft(0), keys, frame);

        new FrameOpener().Open(header, frame.AsSpan(0, 256), frame.AsSpan(256, header.StoredBytes), keys).Count.ShouldBe(batch.Count);
    }

    [Fact]
    public void TryRead_AnyBitFlipped_IsRefused()
    {
        using var keys = new SegmentKeys(new byte[32]);
        var (batch, frame) = (new RecordBatch(), new byte[FrameSealer.MaxBytes]);
        batch.Add(Sources[0], Encoding.UTF8.GetBytes("hello"), RecordMarks.None, 1);
        new FrameSealer().Seal(batch, Draft(3), keys, frame);

        for (var i = 0; i < FrameHeader.Bytes; i++)
        {
            var flipped = frame[..FrameHeader.Bytes];
            flipped[i] ^= (byte)(1 << (i % 8));
            FrameHeader.TryRead(flipped, out _).ShouldBeNull();
        }
    }

    [Theory]
    [InlineData(-1, 0, 0, 0)]
    [InlineData(0, 8193, 100, 100)]
    [InlineData(0, 1, 600 << 10, 100)]
    [InlineData(0, 1, int.MaxValue, int.MaxValue)]
    [InlineData(0, 1, 100, 16)]
    [InlineData(0, 1, 100, 117)]
    [InlineData(0, 0, 0, 100)]
    public void TryRead_WhatNoFrameMayHold_IsRefused(long index, int records, int plain, int stored)
    {
        var raw = new byte[FrameHeader.Bytes];
        (Draft(index) with { Records = records, PlainBytes = plain, StoredBytes = stored }).WriteTo(raw);

        FrameHeader.TryRead(raw, out var problem).ShouldBeNull();
        problem.ShouldBe("the header declares impossible values");
    }

    /// <summary>A frame of little size that unpacks to much: no more is written than the header declares, and that is bounded.</summary>
    [Fact]
    public void Open_ContentThatUnpacksToMoreThanDeclared_IsRefused()
    {
        using var keys = new SegmentKeys(new byte[32]);
        var (batch, frame) = (new RecordBatch(), new byte[FrameSealer.MaxBytes]);
        batch.Add(Sources[0], new byte[60_000], RecordMarks.None, 1);
        var header = new FrameSealer().Seal(batch, Draft(0), keys, frame);
        header.Compression.ShouldBe(FrameCompression.Zstandard);

        // Sealed again with a smaller declaration, by somebody who has the keys.
        var lying = header with { PlainBytes = 5000 };
        var content = new byte[header.StoredBytes - FrameHeader.TagBytes];
        Span<byte> nonce = stackalloc byte[12];
        keys.Frames.Decrypt(
            nonce, frame.AsSpan(256, content.Length), frame.AsSpan(256 + content.Length, 16), content, frame.AsSpan(0, 160));
        lying.WriteTo(frame);
        keys.Frames.Encrypt(
            nonce, content, frame.AsSpan(256, content.Length), frame.AsSpan(256 + content.Length, 16), frame.AsSpan(0, 160));
        var stored = frame[256..(256 + header.StoredBytes)];

        Should.Throw<InvalidDataException>(() => new FrameOpener().Open(lying, frame.AsSpan(0, 256), stored, keys))
            .Message.ShouldBe("the content does not decompress to its declared length");
    }

    /// <summary>Frames of the first version are in Brotli; what was stored then stays readable.</summary>
    [Fact]
    public void Open_AFrameOfTheFirstVersion_IsEveryRecord()
    {
        using var keys = new SegmentKeys(new byte[32]);
        var (batch, frame, plain) = (new RecordBatch(), new byte[FrameSealer.MaxBytes], new byte[FrameHeader.MaxPlainBytes]);
        batch.Add(Sources[0], Encoding.UTF8.GetBytes(new string('a', 1000)), RecordMarks.None, 1);
        var length = batch.WritePlain(plain);
        var header = new FrameSealer().Seal(batch, Draft(0), keys, frame);
        var content = new byte[length];
        BrotliEncoder.TryCompress(plain.AsSpan(0, length), content, out var written, 1, 19).ShouldBeTrue();
        header = header with { Compression = FrameCompression.Brotli, StoredBytes = written + FrameHeader.TagBytes };
        header.WriteTo(frame);
        Span<byte> nonce = stackalloc byte[12];
        keys.Frames.Encrypt(
            nonce, content.AsSpan(0, written), frame.AsSpan(256, written), frame.AsSpan(256 + written, 16), frame.AsSpan(0, 160));

        var records = new FrameOpener().Open(header, frame.AsSpan(0, 256), frame.AsSpan(256, header.StoredBytes), keys);

        records.ShouldHaveSingleItem().Message.Length.ShouldBe(1000);
    }

    private static FrameRecords SealAndOpen(RecordSource source)
    {
        using var keys = new SegmentKeys(new byte[32]);
        var (batch, frame) = (new RecordBatch(), new byte[FrameSealer.MaxBytes]);
        batch.Add(source, "hello"u8, RecordMarks.None, 1);
        var header = new FrameSealer().Seal(batch, Draft(0), keys, frame);
        return new FrameOpener().Open(
            header, frame.AsSpan(0, FrameHeader.Bytes), frame.AsSpan(FrameHeader.Bytes, header.StoredBytes), keys);
    }

    private static FrameHeader Draft(long index) => new()
    {
        Kinds = FrameKinds.None,
        Compression = FrameCompression.None,
        Index = index,
        FirstSequence = 77,
        Records = 0,
        PlainBytes = 0,
        StoredBytes = 0,
        Number = 0,
        ClosedAt = 1,
        FirstReceivedAt = 0,
        Totals = default,
        SegmentId = new byte[16],
        Detail = 0,
        RecordsRoot = new byte[32],
        StoredHash = new byte[32],
        Previous = new byte[32],
    };
}
