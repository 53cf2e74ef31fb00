using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using Checksums;

namespace Sigma.Streams.Correlating.Log;

internal enum MatchRecordKind : byte
{
    /// <summary>A rule fired: the values are those of the fields that its <see cref="Rule"/> record names.</summary>
    Match,

    /// <summary>Defines the number of a rule: the key is its name, the offset its fingerprint, the values name the fields.</summary>
    Rule,

    /// <summary>Defines the number of a source: the key is its name.</summary>
    Source,

    /// <summary>Where a partition continues: at the offset; the key is the partition's own. Offset 2^64-1: it is forgotten.</summary>
    Position,

    /// <summary>A partition is idle, and the watermark, which is the time, no longer waits for it.</summary>
    Idle,

    /// <summary>The alerts of all records before it were delivered.</summary>
    Commit,
}

/// <summary>A record of the match log.</summary>
/// <remarks>
/// <code>
/// length u32   of what follows but the checksum         little-endian, all of it
/// time i64     microseconds since 1970
/// kind u8, rule u32, source u16, partition u32, offset u64
/// key          u16 length, UTF-8
/// values       u8 count, then each: u16 length, UTF-8; length 65535 is a value that is absent
/// inside u32   only for a record of a container: the number of records before it there
/// crc u32      CRC-32C of all before
/// </code>
/// </remarks>
internal sealed record MatchRecord(
    MatchRecordKind Kind,
    DateTimeOffset Time,
    uint Rule,
    ushort Source,
    uint Partition,
    ulong Offset,
    string Key,
    IReadOnlyList<string?> Values,
    int? Inside = null)
{
    private const int LengthBytes = 4;
    private const int CrcBytes = 4;
    private const int InsideBytes = 4;
    private const int FixedBytes = 8 + 1 + 4 + 2 + 4 + 8;

    /// <summary>The number that means "no source".</summary>
    public const ushort NoSource = ushort.MaxValue;

    /// <summary>The offset of a position that is to be forgotten.</summary>
    public const ulong Forgotten = ulong.MaxValue;

    private const ushort Absent = ushort.MaxValue;

    /// <summary>Far more than any valid record: a longer one is invalid.</summary>
    private const int MaxBytes = 1 << 24;

    /// <returns>The time as a record stores it, in whole microseconds.</returns>
    public static DateTimeOffset TimeOf(DateTimeOffset time) => OfMicroseconds(MicrosecondsOf(time));

    public void Write(IBufferWriter<byte> buffer)
    {
        var length = FixedBytes + 2 + Encoding.UTF8.GetByteCount(Key) + 1
            + Values.Sum(value => 2 + (value is null ? 0 : Encoding.UTF8.GetByteCount(value))) + (Inside is null ? 0 : InsideBytes);
        var bytes = buffer.GetSpan(LengthBytes + length + CrcBytes)[..(LengthBytes + length + CrcBytes)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, length);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[4..], MicrosecondsOf(Time));
        bytes[12] = (byte)Kind;
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[13..], Rule);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes[17..], Source);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[19..], Partition);
        BinaryPrimitives.WriteUInt64LittleEndian(bytes[23..], Offset);
        var rest = WriteText(bytes[(LengthBytes + FixedBytes)..], Key);
        rest[0] = checked((byte)Values.Count);
        rest = rest[1..];
        foreach (var value in Values)
        {
            rest = WriteText(rest, value);
        }

        if (Inside is { } inside)
        {
            BinaryPrimitives.WriteInt32LittleEndian(rest, inside);
            rest = rest[InsideBytes..];
        }

        BinaryPrimitives.WriteUInt32LittleEndian(rest, Crc32C.Of(bytes[..^CrcBytes]));
        buffer.Advance(bytes.Length);
    }

    /// <param name="bytes">The bytes, beginning with the record.</param>
    /// <param name="length">Its length in bytes.</param>
    /// <returns>Null when there is no whole record.</returns>
    public static MatchRecord? Read(ReadOnlySpan<byte> bytes, out int length)
    {
        length = 0;
        if (bytes.Length < LengthBytes || BinaryPrimitives.ReadInt32LittleEndian(bytes) is var inner
            && (inner < FixedBytes + 3 || inner > MaxBytes || bytes.Length < LengthBytes + inner + CrcBytes))
        {
            return null;
        }

        length = LengthBytes + BinaryPrimitives.ReadInt32LittleEndian(bytes) + CrcBytes;
        var body = bytes[..(length - CrcBytes)];
        return Crc32C.Of(body) == BinaryPrimitives.ReadUInt32LittleEndian(bytes[body.Length..]) ? Read(body[LengthBytes..]) : null;
    }

    private static MatchRecord Read(ReadOnlySpan<byte> body)
    {
        var microseconds = BinaryPrimitives.ReadInt64LittleEndian(body);
        var key = ReadText(body[FixedBytes..], out var rest)!;
        var values = new string?[rest[0]];
        rest = rest[1..];
        for (var i = 0; i < values.Length; i++)
        {
            values[i] = ReadText(rest, out rest);
        }

        return new(
            (MatchRecordKind)body[8],
            OfMicroseconds(microseconds),
            BinaryPrimitives.ReadUInt32LittleEndian(body[9..]),
            BinaryPrimitives.ReadUInt16LittleEndian(body[13..]),
            BinaryPrimitives.ReadUInt32LittleEndian(body[15..]),
            BinaryPrimitives.ReadUInt64LittleEndian(body[19..]),
            key,
            values,
            rest.Length >= InsideBytes ? BinaryPrimitives.ReadInt32LittleEndian(rest) : null);
    }

    private static long MicrosecondsOf(DateTimeOffset time) =>
        (time - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond;

    private static DateTimeOffset OfMicroseconds(long microseconds) =>
        DateTimeOffset.UnixEpoch.AddTicks(microseconds * TimeSpan.TicksPerMicrosecond);

    private static Span<byte> WriteText(Span<byte> bytes, string? text)
    {
        if (text is null)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(bytes, Absent);
            return bytes[2..];
        }

        var length = Encoding.UTF8.GetBytes(text, bytes[2..]);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes, checked((ushort)length));
        return bytes[(2 + length)..];
    }

    private static string? ReadText(ReadOnlySpan<byte> bytes, out ReadOnlySpan<byte> rest)
    {
        var length = BinaryPrimitives.ReadUInt16LittleEndian(bytes);
        rest = bytes[(2 + (length == Absent ? 0 : length))..];
        return length == Absent ? null : Encoding.UTF8.GetString(bytes.Slice(2, length));
    }
}
