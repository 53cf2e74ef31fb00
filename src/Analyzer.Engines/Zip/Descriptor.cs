using System.Buffers.Binary;

namespace Analyzer.Engines.Zip;

/// <summary>
/// What stands behind data whose size was not known before (APPNOTE.TXT 6.3.10, 4.3.9): checksum, compressed size, size; with or without a
/// signature, and with sizes of 32 or of 64 bits.
/// </summary>
internal static class Descriptor
{
    public const int MaxLength = 24;
    public const uint Signature = 0x08074B50;

    private const int ChecksumLength = sizeof(uint);

    /// <returns>The length of the descriptor at the start of the bytes that tells these two sizes; 0 when there is none.</returns>
    public static int LengthOf(ReadOnlySpan<byte> bytes, long compressed, long size)
    {
        var hasSignature = bytes.Length >= sizeof(uint) && BinaryPrimitives.ReadUInt32LittleEndian(bytes) == Signature;
        var length = hasSignature ? LengthBehind(bytes, sizeof(uint) + ChecksumLength, compressed, size) : 0;
        return length > 0 ? length : LengthBehind(bytes, ChecksumLength, compressed, size);
    }

    private static int LengthBehind(ReadOnlySpan<byte> bytes, int at, long compressed, long size) =>
        bytes.Length >= at + 16 && BinaryPrimitives.ReadInt64LittleEndian(bytes[at..]) == compressed
            && BinaryPrimitives.ReadInt64LittleEndian(bytes[(at + 8)..]) == size ? at + 16
        : bytes.Length >= at + 8 && BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]) == (uint)compressed
            && BinaryPrimitives.ReadUInt32LittleEndian(bytes[(at + 4)..]) == (uint)size ? at + 8
        : 0;
}
