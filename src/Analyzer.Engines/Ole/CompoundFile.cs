using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Ole;

/// <summary>Reads the streams of a compound file (MS-CFB) that is held in memory. Whatever it says of itself, no loop is endless.</summary>
internal sealed class CompoundFile
{
    private const int HeaderLength = 512;
    private const int EntryLength = 128;
    private const int HeaderFatEntries = 109;
    private const int FirstFatEntry = 0x4C;
    private const uint MaxRegularSector = 0xFFFFFFFA;

    private readonly int _sectorLength;
    private readonly int _miniSectorLength;
    private readonly uint _miniCutoff;
    private readonly uint[] _fat;
    private readonly uint[] _miniFat;
    private readonly uint _miniStream;
    private readonly int _sectorCount;

    private CompoundFile(ReadOnlySpan<byte> file)
    {
        _sectorLength = 1 << Math.Clamp((int)BinaryPrimitives.ReadUInt16LittleEndian(file[0x1E..]), 7, 16);
        _miniSectorLength = 1 << Math.Clamp((int)BinaryPrimitives.ReadUInt16LittleEndian(file[0x20..]), 4, 12);
        _miniCutoff = BinaryPrimitives.ReadUInt32LittleEndian(file[0x38..]);
        _sectorCount = (file.Length - 1) / _sectorLength; // the first one is the header's
        _fat = ReadFat(file);
        Entries = ReadDirectory(file, BinaryPrimitives.ReadUInt32LittleEndian(file[0x30..]));
        _miniStream = Entries.Count > 0 ? Entries[0].Start : uint.MaxValue;
        _miniFat = [.. Numbers(file, Chain(BinaryPrimitives.ReadUInt32LittleEndian(file[0x3C..]), _fat, _sectorCount))];
    }

    /// <summary>In the order of the directory; the first is the root.</summary>
    public IReadOnlyList<OleEntry> Entries { get; }

    /// <summary>True when the sectors of something go round in a circle, or lead out of the file.</summary>
    public bool IsBroken { get; private set; }

    /// <returns>Null when the bytes are too few to be a compound file.</returns>
    public static CompoundFile? Read(ReadOnlySpan<byte> file) => file.Length < HeaderLength + EntryLength ? null : new(file);

    /// <summary>Copies a stream.</summary>
    /// <param name="file">The same bytes as before.</param>
    /// <param name="entry">One of the entries.</param>
    /// <param name="maxLength">Further bytes are left out.</param>
    public byte[] Read(ReadOnlySpan<byte> file, OleEntry entry, int maxLength = int.MaxValue)
    {
        var length = (int)Math.Min(Math.Min(entry.Size, maxLength), file.Length);
        var stream = new byte[length];
        var isMini = entry.Size < _miniCutoff && entry.Kind != OleKind.Root;
        var position = 0;
        if (isMini)
        {
            var mini = Chain(_miniStream, _fat, _sectorCount);
            foreach (var sector in Chain(entry.Start, _miniFat, _miniFat.Length))
            {
                position += CopyMini(file, mini, sector, stream.AsSpan(position));
                if (position == length)
                {
                    break;
                }
            }
        }
        else
        {
            foreach (var sector in Chain(entry.Start, _fat, _sectorCount))
            {
                var bytes = Sector(file, sector);
                var copied = Math.Min(bytes.Length, length - position);
                bytes[..copied].CopyTo(stream.AsSpan(position));
                position += copied;
                if (position == length)
                {
                    break;
                }
            }
        }

        IsBroken |= position < length;
        return position < length ? stream[..position] : stream;
    }

    /// <summary>Hands on a stream without a copy of it; only short ones have to be put together.</summary>
    /// <param name="start">The number of bytes to skip at the beginning.</param>
    /// <param name="length">Further bytes are left out.</param>
    /// <returns>How many bytes were handed on.</returns>
    public long Write(ReadOnlySpan<byte> file, OleEntry entry, long start, long length, IByteSink sink)
    {
        length = Math.Min(length, Math.Min(entry.Size, file.Length) - start);
        if (length <= 0)
        {
            return 0;
        }

        if (entry.Size < _miniCutoff)
        {
            var stream = Read(file, entry, (int)(start + length)).AsSpan();
            stream = stream[(int)Math.Min(start, stream.Length)..];
            sink.Write(stream);
            return stream.Length;
        }

        var (written, position) = (0L, 0L);
        var chain = Chain(entry.Start, _fat, _sectorCount);
        for (var at = 0; at < chain.Count && written < length;)
        {
            // Sectors that lie side by side are one piece.
            var first = at++;
            while (at < chain.Count && chain[at] == chain[at - 1] + 1)
            {
                at++;
            }

            var from = (chain[first] + 1L) * _sectorLength;
            var to = Math.Min(file.Length, from + ((long)(at - first) * _sectorLength));
            var skipped = Math.Max(0, start - position);
            position += Math.Max(0, to - from);
            if (from + skipped < to)
            {
                var piece = file[(int)(from + skipped)..(int)to];
                piece = piece[..(int)Math.Min(piece.Length, length - written)];
                sink.Write(piece);
                written += piece.Length;
            }
        }

        IsBroken |= written < length;
        return written;
    }

    private int CopyMini(ReadOnlySpan<byte> file, List<uint> mini, uint sector, Span<byte> target)
    {
        var offset = (long)sector * _miniSectorLength;
        var container = offset / _sectorLength;
        if (container >= mini.Count)
        {
            return 0;
        }

        var bytes = Sector(file, mini[(int)container]);
        var start = (int)(offset % _sectorLength);
        var length = Math.Min(Math.Min(_miniSectorLength, bytes.Length - start), target.Length);
        if (length <= 0)
        {
            return 0;
        }

        bytes.Slice(start, length).CopyTo(target);
        return length;
    }

    private ReadOnlySpan<byte> Sector(ReadOnlySpan<byte> file, uint sector)
    {
        var start = (sector + 1L) * _sectorLength;
        return start >= file.Length ? [] : file.Slice((int)start, (int)Math.Min(_sectorLength, file.Length - start));
    }

    // Never longer than the file has sectors: a longer one goes round in a circle.
    private List<uint> Chain(uint start, uint[] table, int maxLength)
    {
        var chain = new List<uint>();
        for (var sector = start; sector < MaxRegularSector;)
        {
            if (sector >= table.Length || chain.Count >= maxLength)
            {
                IsBroken = true;
                break;
            }

            chain.Add(sector);
            sector = table[sector];
        }

        return chain;
    }

    private uint[] ReadFat(ReadOnlySpan<byte> file)
    {
        var sectors = new List<uint>();
        Collect(sectors, file[FirstFatEntry..], HeaderFatEntries);
        var next = BinaryPrimitives.ReadUInt32LittleEndian(file[0x44..]);
        var perSector = (_sectorLength / sizeof(uint)) - 1;
        for (var visited = 0; next < MaxRegularSector; visited++)
        {
            var table = Sector(file, next);
            if (visited > _sectorCount || table.Length < _sectorLength)
            {
                IsBroken = true;
                break;
            }

            Collect(sectors, table, perSector);
            next = BinaryPrimitives.ReadUInt32LittleEndian(table[(perSector * sizeof(uint))..]);
        }

        // The file has no more sectors than this, whatever its table says.
        return [.. Numbers(file, sectors).Take(_sectorCount + 1)];
    }

    private void Collect(List<uint> sectors, ReadOnlySpan<byte> table, int count)
    {
        for (var i = 0; i < count && sectors.Count <= _sectorCount && table.Length >= (i + 1) * sizeof(uint); i++)
        {
            if (BinaryPrimitives.ReadUInt32LittleEndian(table[(i * sizeof(uint))..]) is < MaxRegularSector and var sector)
            {
                sectors.Add(sector);
            }
        }
    }

    private List<uint> Numbers(ReadOnlySpan<byte> file, List<uint> sectors)
    {
        var numbers = new List<uint>();
        foreach (var sector in sectors)
        {
            for (var bytes = Sector(file, sector); bytes.Length >= sizeof(uint) && numbers.Count <= file.Length / sizeof(uint); bytes =
                bytes[sizeof(uint)..])
            {
                numbers.Add(BinaryPrimitives.ReadUInt32LittleEndian(bytes));
            }
        }

        return numbers;
    }

    private List<OleEntry> ReadDirectory(ReadOnlySpan<byte> file, uint start)
    {
        var entries = new List<OleEntry>();
        foreach (var sector in Chain(start, _fat, _sectorCount))
        {
            for (var bytes = Sector(file, sector); bytes.Length >= EntryLength; bytes = bytes[EntryLength..])
            {
                entries.Add(OleEntry.Parse(bytes));
            }
        }

        SetParents(entries);
        return entries;
    }

    // The entries of a storage are a tree of brothers below its child.
    private void SetParents(List<OleEntry> entries)
    {
        var open = new Stack<(uint Entry, int Parent)>();
        var seen = new bool[entries.Count];
        if (entries.Count > 0)
        {
            seen[0] = true;
            open.Push((entries[0].Child, 0));
        }

        while (open.TryPop(out var next))
        {
            if (next.Entry >= entries.Count)
            {
                continue;
            }

            if (seen[next.Entry])
            {
                IsBroken = true;
                continue;
            }

            seen[next.Entry] = true;
            var entry = entries[(int)next.Entry];
            entry.Parent = entries[next.Parent];
            open.Push((entry.Left, next.Parent));
            open.Push((entry.Right, next.Parent));
            if (entry.Kind == OleKind.Storage)
            {
                open.Push((entry.Child, (int)next.Entry));
            }
        }
    }
}
