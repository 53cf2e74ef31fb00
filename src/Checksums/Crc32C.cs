using System.Buffers.Binary;
using System.Numerics;

namespace Checksums;

/// <summary>
/// CRC-32C finds every single bit, and every burst of 32, that a disk or a network changed. It guards against damage, not against people.
/// </summary>
/// <remarks>
/// RFC 3720, section 12.1: Castagnoli's polynomial 0x1EDC6F41, the lowest bit first (reflected: 0x82F63B78), begun with ones and inverted
/// at the end. The check value, which is the checksum of the ASCII digits <c>123456789</c>, is 0xE3069283. The base library takes the
/// instruction of the processor that has one, and a table elsewhere.
/// </remarks>
public static class Crc32C
{
    public static uint Of(ReadOnlySpan<byte> bytes) => Append(0, bytes);

    /// <param name="checksum">The checksum of what stands before; 0 is that of nothing.</param>
    /// <param name="bytes">The following bytes.</param>
    /// <returns>The checksum of both together.</returns>
    public static uint Append(uint checksum, ReadOnlySpan<byte> bytes)
    {
        var crc = ~checksum;
        for (; bytes.Length >= sizeof(ulong); bytes = bytes[sizeof(ulong)..])
        {
            crc = BitOperations.Crc32C(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
        }

        foreach (var one in bytes)
        {
            crc = BitOperations.Crc32C(crc, one);
        }

        return ~crc;
    }
}
