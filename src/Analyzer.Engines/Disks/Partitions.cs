using System.Buffers.Binary;

namespace Analyzer.Engines.Disks;

/// <summary>Where volumes may begin: at the start of the disk, or where a partition table says (UEFI 5.2, 5.3).</summary>
internal static class Partitions
{
    private const int SectorLength = 512;
    private const int MaxEntries = 128;

    public static IEnumerable<long> Of(Disk disk)
    {
        yield return 0;
        var sector = new byte[SectorLength];
        if (!disk.TryRead(0, sector) || sector[510] != 0x55 || sector[511] != 0xAA)
        {
            yield break;
        }

        for (var i = 0; i < 4; i++)
        {
            if (BinaryPrimitives.ReadUInt32LittleEndian(sector.AsSpan(446 + (i * 16) + 8)) is > 0 and var start)
            {
                yield return start * (long)SectorLength;
            }
        }

        var table = new byte[SectorLength];
        if (!disk.TryRead(SectorLength, table) || !table.AsSpan().StartsWith("EFI PART"u8))
        {
            yield break;
        }

        var entry = new byte[128];
        for (var i = 0; i < MaxEntries && disk.TryRead((2 * SectorLength) + (i * 128L), entry); i++)
        {
            if (BinaryPrimitives.ReadInt64LittleEndian(entry.AsSpan(32)) is > 0 and < 1L << 40 and var start)
            {
                yield return start * SectorLength;
            }
        }
    }
}
