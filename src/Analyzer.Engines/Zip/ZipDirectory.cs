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

    /// <summary>The bytes of an entry without its name, here and in the directory, about.</summary>
    private const int EntryBytes = 150;

    /// <summary>Each archive has so much; only a larger directory asks for more.</summary>
    private const int AtOnce = 64 * 1024;

    private readonly Dictionary<long, Entry> _entries = [];
    private readonly List<Listed> _listed = [];
    private readonly HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase);
    private long _start;
    private long? _declaredStart;
    private long? _declaredStart64;
    private bool _isTooLong;
    private IParts? _parts;
    private int _kept;
    private int _left = AtOnce;

    /// <summary>The whole length of a record, by its fixed part.</summary>
    public static int LengthOf(ReadOnlySpan<byte> record) => FixedLength + BinaryPrimitives.ReadUInt16LittleEndian(record[28..])
        + BinaryPrimitives.ReadUInt16LittleEndian(record[30..]) + BinaryPrimitives.ReadUInt16LittleEndian(record[32..]);

    public void Begin(IParts parts) => _parts = parts;

    /// <summary>Adds an entry that was read.</summary>
    /// <param name="header">What stands before it.</param>
    /// <param name="size">Decoded bytes; null when they are not all known.</param>
    public void Add(LocalHeader header, long? size)
    {
        evidence.LookAtPath(header.Name, header.Offset);
        if (!HasRoom(header.Name.Length))
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
        var nameLength = BinaryPrimitives.ReadUInt16LittleEndian(record[28..]);
        if (!HasRoom(nameLength))
        {
            return;
        }

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
        if (_isTooLong)
        {
            evidence.Miss(Gap.TooLarge);
        }

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
                var rule = Path.GetExtension(entry.Name) == Path.GetExtension(listed.Name) ? ZipRules.TwoSpellings : ZipRules.TwoNames;
                evidence.Find(rule, listed.EntryOffset + shift, $"{entry.Name} / {listed.Name}");
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
        if (_kept > 0)
        {
            _entries.TrimExcess();
            _names.TrimExcess();
            _listed.TrimExcess();
            _parts!.Budget.Release(_kept);
        }

        (_start, _declaredStart, _declaredStart64, _isTooLong) = (0, null, null, false);
        (_parts, _kept, _left) = (null, 0, AtOnce);
    }

    /// <summary>Asks the budget that all parts share for the memory of an entry: names may have 64 KB each.</summary>
    private bool HasRoom(int nameLength)
    {
        var needed = EntryBytes + (sizeof(char) * nameLength);
        if (_left < needed && !_isTooLong)
        {
            var given = _parts!.Budget.Keep(Math.Max(AtOnce, needed), _parts.Depth);
            _kept += given;
            _left += given;
        }

        _isTooLong |= _left < needed;
        _left -= needed;
        return !_isTooLong;
    }

    private sealed record Entry(string Name, int Method, bool IsEncrypted, long? Size);

    private sealed record Listed(string Name, int Method, long Size, long EntryOffset, long Offset);
}
