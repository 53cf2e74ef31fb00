using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Disks;

/// <summary>
/// Opens disk images. What tells them stands far behind a file's first bytes, or at its end: so this engine is asked last, takes what
/// nobody
/// knows, and lets it go when it turns out to be no disk.
/// </summary>
internal sealed class DiskEngine : KeepingEngine, IDiskSink
{
    /// <summary>By then the descriptors of a disc have begun.</summary>
    private const int Telling = 40 * 1024;
    private const int FirstDescriptor = 32 * 1024;

    private static readonly IFileSystem[] FileSystems = [new Iso9660(), new Udf(), new Ntfs(), new Fat()];

    private readonly HashSet<(long Offset, long Size)> _given = [];
    private Disk? _disk;

    public override IReadOnlyList<EngineRule> Rules => DiskRules.All;

    // What is no disk by then is not kept any longer; what may be one, to its end.
    protected override bool WantsMore => Kept.Length < Telling || IsLikely;

    // A partition table or a boot sector, the header of an image, or the descriptors of a disc.
    private bool IsLikely
    {
        get
        {
            var kept = Kept;
            var descriptor = kept[Math.Min(kept.Length, FirstDescriptor + 1)..];
            return kept.StartsWith("conectix"u8) || kept.StartsWith("vhdxfile"u8)
                || (kept.Length >= 512 && kept[510] == 0x55 && kept[511] == 0xAA)
                || descriptor.StartsWith("CD001"u8) || descriptor.StartsWith("BEA01"u8) || descriptor.StartsWith("NSR0"u8);
        }
    }

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _disk = Disk.Of(KeptMemory);
        var found = IsLikely ? FindVolumes(_disk) : [];
        if (found.Count == 0 && _disk.Container is null)
        {
            Evidence.Find(CommonRules.UnknownType);
            Evidence.Miss(Gap.UnknownType);
            return Evidence.Assess(Signatures.Find(prefix) ?? MediaTypes.Unknown) with { Coverage = null };
        }

        if (Parts.Depth > 0)
        {
            Evidence.Find(DiskRules.Inside);
        }

        Evidence.Find(DiskRules.Image, 0,
            string.Join(", ", found.Select(volume => volume.System.Name).Prepend(_disk.Container ?? "image")));
        foreach (var (system, start) in found)
        {
            system.Read(_disk, start, this);
        }

        if (found.Count == 0 || !IsWhole)
        {
            Evidence.Miss(IsWhole ? Gap.UnknownType : Gap.TooLarge, Kept.Length);
        }

        return Judge();
    }

    public override void Reset()
    {
        _disk = null;
        _given.Clear();
        base.Reset();
    }

    public void File(string name, long offset, long size, IReadOnlyList<Extent> extents)
    {
        // File systems of one disc tell the same files: their data are looked at once.
        if (size > 0 && !_given.Add((offset, size)))
        {
            return;
        }

        var part = Parts.Open(name, offset);
        foreach (var (start, length) in extents)
        {
            var left = Math.Min(length, size);
            for (var at = start; left > 0;)
            {
                var bytes = _disk!.At(at, left);
                if (bytes.IsEmpty || !part.Write(bytes))
                {
                    break;
                }

                (at, left, size) = (at + bytes.Length, left - bytes.Length, size - bytes.Length);
            }

            if (left > 0)
            {
                break;
            }
        }

        part.Complete(size > 0 ? IsWhole ? Gap.Broken : Gap.TooLarge : null);
    }

    public void File(string name, long offset, ReadOnlySpan<byte> data) => Parts.Open(name, offset).WriteAll(data);

    public void Miss(Gap gap, long offset) => Evidence.Miss(IsWhole && gap == Gap.TooLarge ? Gap.Broken : gap, offset);

    protected override bool IsMine(ReadOnlySpan<byte> prefix) => !prefix.IsEmpty;

    protected override Assessment Judge() =>
        Evidence.Assess(_disk!.Container is null ? "application/x-iso9660-image" : "application/x-vhd");

    // A disc may have several file systems, and which of them a person sees is the reader's choice.
    private static List<(IFileSystem System, long Start)> FindVolumes(Disk disk)
    {
        var found = new List<(IFileSystem System, long Start)>();
        foreach (var start in Partitions.Of(disk))
        {
            found.AddRange(FileSystems.Where(system => system.Fits(disk, start)).Select(system => (system, start)));
        }

        return found;
    }
}
