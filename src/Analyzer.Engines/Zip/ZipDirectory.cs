using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Zip;

/// <summary>
/// Compares what lies in the archive with what its directory says. Of more entries than are opened, the first are compared.
/// </summary>
internal sealed class ZipDirectory(Evidence evidence)
{
    public const int FixedLength = 46;

    private const int EndOffsetOfDirectory = 16;
    private const int EndOffsetOfDirectory64 = 48;
    private const int MaxEntries = 65_536;

    private readonly Dictionary<long, Entry> _entries = [];
    private readonly List<Listed> _listed = [];
    private readonly HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase);
    private long _start;
    private long? _declaredStart;
    private long? _declaredStart64;
    private bool _isTooLong;

    /// <summary>The whole length of a record, by its fixed part.</summary>
    public static int LengthOf(ReadOnlySpan<byte> record) => FixedLength + BinaryPrimitives.ReadUInt16LittleEndian(record[28..])
        + BinaryPrimitives.ReadUInt16LittleEndian(record[30..]) + BinaryPrimitives.ReadUInt16LittleEndian(record[32..]);

    /// <summary>Adds an entry that was read.</summary>
    /// <param name="header">What stands before it.</param>
    /// <param name="size">Decoded bytes; null when they are not all known.</param>
    public void Add(LocalHeader header, long? size)
    {
        evidence.LookAtPath(header.Name, header.Offset);
        _isTooLong |= _entries.Count >= MaxEntries;
        if (_isTooLong)
        {
            return;
        }

        _entries[header.Offset] = new(header.Name, header.Method, header.IsEncrypted, size);
        if (!_names.Add(header.Name))
        {
            evidence.Find(CommonRules.EqualNames, header.Offset, header.Name);
        }
    }

    /// <summary>Adds a record of the directory (APPNOTE.TXT 6.3.10, 4.3.12).</summary>
    public void List(ReadOnlySpan<byte> record, long offset)
    {
        _start = _listed.Count == 0 ? offset : _start;
        _isTooLong |= _listed.Count >= MaxEntries;
        if (_isTooLong)
        {
            return;
        }

        var nameLength = BinaryPrimitives.ReadUInt16LittleEndian(record[28..]);
        var extra = record.Slice(FixedLength + nameLength, BinaryPrimitives.ReadUInt16LittleEndian(record[30..]));
        var (compressed, size, at) = (BinaryPrimitives.ReadUInt32LittleEndian(record[20..]),
            BinaryPrimitives.ReadUInt32LittleEndian(record[24..]), BinaryPrimitives.ReadUInt32LittleEndian(record[42..]));
        _listed.Add(new(
            PlainText.Decode(record.Slice(FixedLength, nameLength)),
            BinaryPrimitives.ReadUInt16LittleEndian(record[10..]),
            Zip64.Sizes(compressed, size, extra).Size,
            Zip64.Offset(compressed, size, at, extra),
            offset));
    }

    /// <param name="end">The record at the archive's end (APPNOTE.TXT 6.3.10, 4.3.16).</param>
    public void TellEnd(ReadOnlySpan<byte> end)
    {
        var start = BinaryPrimitives.ReadUInt32LittleEndian(end[EndOffsetOfDirectory..]);
        _declaredStart = start == uint.MaxValue ? null : start;
    }

    /// <param name="end">The record of 64 bits (APPNOTE.TXT 6.3.10, 4.3.14), up to the offset in it.</param>
    public void TellEnd64(ReadOnlySpan<byte> end) => _declaredStart64 =
        BinaryPrimitives.ReadInt64LittleEndian(end[EndOffsetOfDirectory64..]);

    public void Compare(bool hasEnd)
    {
        if (_isTooLong || !hasEnd)
        {
            return;
        }

        // What stands before the archive, such as another one, shifts all offsets alike.
        var shift = _listed.Count > 0 && (_declaredStart64 ?? _declaredStart) is { } declared ? _start - declared : 0;
        foreach (var listed in _listed)
        {
            if (!_entries.Remove(listed.EntryOffset + shift, out var entry) && !_entries.Remove(listed.EntryOffset, out entry))
            {
                evidence.Miss(Gap.Contradiction, listed.Offset);
            }
            else if (entry.Name != listed.Name)
            {
                evidence.Find(ZipRules.TwoNames, listed.EntryOffset + shift, $"{entry.Name} / {listed.Name}");
            }
            else if (entry.Method != listed.Method || (entry.Size is { } size && size != listed.Size))
            {
                evidence.Find(ZipRules.WrongSize, listed.EntryOffset + shift, listed.Name);
                evidence.Miss(Gap.Contradiction, listed.Offset);
            }
        }

        foreach (var (offset, entry) in _entries)
        {
            evidence.Find(ZipRules.Unlisted, offset, entry.Name);
        }
    }

    public void Clear()
    {
        _entries.Clear();
        _listed.Clear();
        _names.Clear();
        (_start, _declaredStart, _declaredStart64, _isTooLong) = (0, null, null, false);
    }

    private sealed record Entry(string Name, int Method, bool IsEncrypted, long? Size);

    private sealed record Listed(string Name, int Method, long Size, long EntryOffset, long Offset);
}
