using System.Buffers.Binary;
using System.Numerics;

namespace Analyzer.Core;

/// <summary>
/// CRC-32C (RFC 3720, appendix B.4) of a file's identity and of its stored report: finds every single bit, and every burst of 32, that the
/// disk changed, for a tenth of a microsecond a report. It guards against damage, not against people.
/// </summary>
public static class ReportChecksum
{
    public static uint Of(ReadOnlySpan<byte> id, ReadOnlySpan<byte> json) => ~Add(Add(uint.MaxValue, id), json);

    public static uint Of(ReadOnlySpan<byte> bytes) => Of(bytes, []);

    private static uint Add(uint crc, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length >= sizeof(ulong))
        {
            crc = BitOperations.Crc32C(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            bytes = bytes[sizeof(ulong)..];
        }

        foreach (var last in bytes)
        {
            crc = BitOperations.Crc32C(crc, last);
        }

        return crc;
    }
}
