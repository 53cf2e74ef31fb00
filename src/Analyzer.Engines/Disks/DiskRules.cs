using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Disks;

internal static class DiskRules
{
    public static EngineRule Inside { get; } = new("disk.inside", 100,
        "A disk image came inside a document, an archive or a message: Windows opens it, and its files lose the mark of their origin.",
        "MITRE ATT&CK T1553.005", 5);

    public static EngineRule Image { get; } =
        new("disk.image", 0, "It is a disk image; this is what it holds.", "ECMA-119, UDF, FAT, NTFS, VHD", 5);

    public static IReadOnlyList<EngineRule> All { get; } = [Inside, Image];
}
