using System.Buffers.Binary;

namespace Analyzer.Engines.Disks;

/// <summary>Where the tables and clusters of a volume lie, in bytes from the start of the disk.</summary>
/// <param name="Bits">Of an entry in the table: 12, 16 or 32.</param>
internal sealed record FatVolume(
    int Bits, int ClusterLength, long Table, long TableLength, Extent RootFolder, long Data, uint RootCluster)
{
    private const int EntryLength = 32;
    private const int MaxClusters = 1 << 20;

    /// <returns>Null when no volume begins there.</returns>
    public static FatVolume? At(Disk disk, long start)
    {
        var boot = disk.At(start, 512);
        if (boot.Length < 512 || boot[0] is not (0xEB or 0xE9) || boot[3..].StartsWith("NTFS"u8) || boot[3..].StartsWith("EXFAT"u8))
        {
            return null;
        }

        var sector = BinaryPrimitives.ReadUInt16LittleEndian(boot[11..]);
        var (perCluster, reserved, tables) = (boot[13], BinaryPrimitives.ReadUInt16LittleEndian(boot[14..]), boot[16]);
        var roots = BinaryPrimitives.ReadUInt16LittleEndian(boot[17..]);
        var few = BinaryPrimitives.ReadUInt16LittleEndian(boot[19..]);
        var small = BinaryPrimitives.ReadUInt16LittleEndian(boot[22..]);
        var perTable = small > 0 ? small : BinaryPrimitives.ReadUInt32LittleEndian(boot[36..]);
        if (sector is not (512 or 1024 or 2048 or 4096) || perCluster == 0 || (perCluster & (perCluster - 1)) != 0
            || reserved == 0 || tables is 0 or > 4 || perTable == 0)
        {
            return null;
        }

        var total = few > 0 ? few : BinaryPrimitives.ReadUInt32LittleEndian(boot[32..]);
        var table = start + ((long)reserved * sector);
        var root = table + (tables * perTable * (long)sector);
        var rootLength = ((roots * (long)EntryLength) + sector - 1) / sector * sector;
        var data = root + rootLength;
        var clusters = (total - ((data - start) / sector)) / perCluster;
        return new(
            clusters < 4085 ? 12 : clusters < 65_525 ? 16 : 32, perCluster * sector, table, perTable * (long)sector, new(root, rootLength),
                data,
            BinaryPrimitives.ReadUInt32LittleEndian(boot[44..]));
    }

    public List<Extent> Root(Disk disk) => Bits == 32 ? Chain(disk, RootCluster, long.MaxValue) : [RootFolder];

    /// <returns>The clusters from one on, joined where they lie side by side.</returns>
    public List<Extent> Chain(Disk disk, uint cluster, long size)
    {
        var extents = new List<Extent>();
        var seen = new HashSet<uint>();
        for (var left = size; left > 0 && cluster >= 2 && seen.Count < MaxClusters && seen.Add(cluster); left -= ClusterLength)
        {
            var offset = Data + ((cluster - 2L) * ClusterLength);
            if (extents.Count > 0 && extents[^1].Offset + extents[^1].Length == offset)
            {
                extents[^1] = extents[^1] with { Length = extents[^1].Length + ClusterLength };
            }
            else
            {
                extents.Add(new(offset, ClusterLength));
            }

            cluster = Next(disk, cluster);
        }

        return extents;
    }

    // The end of a chain is given as a cluster that does not exist.
    private uint Next(Disk disk, uint cluster)
    {
        var at = Bits == 12 ? cluster * 3L / 2 : cluster * (Bits / 8L);
        Span<byte> entry = stackalloc byte[4];
        if (at + entry.Length > TableLength + 2 || !disk.TryRead(Table + at, entry))
        {
            return 0;
        }

        var next = Bits switch
        {
            12 => (uint)((BinaryPrimitives.ReadUInt16LittleEndian(entry) >> (cluster % 2 == 0 ? 0 : 4)) & 0xFFF),
            16 => BinaryPrimitives.ReadUInt16LittleEndian(entry),
            _ => BinaryPrimitives.ReadUInt32LittleEndian(entry) & 0x0FFFFFFF,
        };
        return next >= Bits switch { 12 => 0xFF7u, 16 => 0xFFF7u, _ => 0x0FFFFFF7u } ? 0 : next;
    }
}
