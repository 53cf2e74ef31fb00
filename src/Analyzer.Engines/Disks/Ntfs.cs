using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Disks;

/// <summary>
/// The file system of Windows: every record of the master file table that is in use (as the Linux-NTFS project describes it).
/// </summary>
internal sealed class Ntfs : IFileSystem
{
    private const int MaxRecords = 65_536;

    public string Name => "NTFS";

    public bool Fits(Disk disk, long start) => disk.At(start + 3, 8).SequenceEqual("NTFS    "u8);

    public void Read(Disk disk, long start, IDiskSink sink)
    {
        Span<byte> boot = stackalloc byte[96];
        if (!disk.TryRead(start, boot) || NtfsVolume.Parse(boot, start) is not { } volume)
        {
            sink.Miss(Gap.Broken, start);
            return;
        }

        var record = new byte[volume.RecordLength];
        if (!disk.TryRead(volume.Table, record) || NtfsRecord.Parse(record, volume) is not { } table)
        {
            sink.Miss(Gap.TooLarge, volume.Table);
            return;
        }

        var count = 0;
        foreach (var (offset, length) in table.Data?.Extents ?? [])
        {
            for (var at = 0L; at + record.Length <= length && count < MaxRecords; at += record.Length, count++)
            {
                if (!disk.TryRead(offset + at, record))
                {
                    sink.Miss(Gap.TooLarge, offset + at);
                    break;
                }

                Give(NtfsRecord.Parse(record, volume), offset + at, sink);
            }
        }
    }

    // The volume's own files begin with a dollar sign.
    private static void Give(NtfsRecord? record, long offset, IDiskSink sink)
    {
        if (record is not { IsInUse: true, IsFolder: false, Name: { Length: > 0 } name } || name.StartsWith('$'))
        {
            return;
        }

        foreach (var data in record.Streams)
        {
            var fullName = data.Name.Length > 0 ? $"{name}:{data.Name}" : name;
            if (data.Resident is not null)
            {
                sink.File(fullName, offset, data.Resident);
            }
            else
            {
                sink.File(fullName, data.Extents.Count > 0 ? data.Extents[0].Offset : offset, data.Size, data.Extents);
            }
        }
    }
}
