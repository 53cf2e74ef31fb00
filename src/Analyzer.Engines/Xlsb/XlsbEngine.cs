using System.Buffers.Binary;
using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;
using Analyzer.Engines.Office;

namespace Analyzer.Engines.Xlsb;

/// <summary>
/// Reads the parts of workbooks in the binary format (MS-XLSB): records, of which links to other programs and functions that fetch act.
/// </summary>
internal sealed class XlsbEngine : StreamingEngine
{
    private const int BeginExternal = 360;
    private const int DefinedName = 39;
    private const int NameStart = 13;
    private const int ProgramLink = 1;
    private const int MaxHead = 512;

    // The records that parts begin with: workbook, sheet, styles, strings, external links, index, order of calculation, comments, metadata.
    private static readonly byte[][] Starts =
        [[0x83, 0x01, 0], [0x81, 0x01, 0], [0x96, 0x02, 0], [0x9F, 0x01, 8], [0xE8, 0x02], [0x2A, 0x18, 0],
            [0x90, 0x04, 0], [0xF4, 0x04, 0], [0xCC, 0x02, 0]];

    // Those of parts that are known by their place in a workbook as well: index, tables, data of the network, pivot tables, revisions.
    private static readonly byte[][] PlacedStarts =
        [[0x2A, 0x18], [0xD7, 0x02], [0xD5, 0x02], [0xAD, 0x03], [0xBF, 0x03], [0x98, 0x02], [0xC1, 0x01], [0xB3, 0x01], [0x9C, 0x03],
            [0x99, 0x03], [0x8F, 0x03], [0x8E, 0x03]];

    private readonly Gather _head = new();
    private int _type;
    private int _size;
    private int _state;
    private long _left;
    private long _offset;

    public override IReadOnlyList<EngineRule> Rules => [];

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        if (_state != 0 || _left > 0)
        {
            Evidence.Miss(Gap.Broken, _offset);
        }

        return Evidence.Assess("application/vnd.ms-excel.sheet.binary.part");
    }

    public override void Reset()
    {
        _head.Clear();
        (_type, _size, _state, _left, _offset) = (0, 0, 0, 0, 0);
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        var isPlaced = Parts.Name is { } name && name.StartsWith("xl/", StringComparison.Ordinal)
            && name.EndsWith(".bin", StringComparison.Ordinal);
        return BeginsWith(prefix, Starts) || (isPlaced && BeginsWith(prefix, PlacedStarts));
    }

    private static bool BeginsWith(ReadOnlySpan<byte> prefix, byte[][] starts)
    {
        foreach (var start in starts)
        {
            if (prefix.StartsWith(start))
            {
                return true;
            }
        }

        return false;
    }

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        _offset += bytes.Length;
        while (!bytes.IsEmpty)
        {
            if (_left > 0)
            {
                ReadData(ref bytes);
            }
            else
            {
                ReadHead(bytes[0]);
                bytes = bytes[1..];
            }
        }
    }

    // A type of up to two bytes and a size of up to four, seven bits in each: states 0 and 1, then 2 to 5.
    private void ReadHead(byte value)
    {
        if (_state < 2)
        {
            _type = _state == 0 ? value : _type | (value << 8);
            _state = _state == 0 && value >= 0x80 ? 1 : 2;
            _size = 0;
            return;
        }

        _size |= (value & 0x7F) << (7 * (_state - 2));
        _state = value >= 0x80 && _state < 5 ? _state + 1 : 0;
        if (_state == 0)
        {
            _left = _size;
            _head.Clear();
        }
    }

    private void ReadData(ref ReadOnlySpan<byte> bytes)
    {
        var data = bytes[..(int)Math.Min(bytes.Length, _left)];
        bytes = bytes[data.Length..];
        _left -= data.Length;
        var type = TypeNumber();
        if (type is not (BeginExternal or DefinedName))
        {
            return;
        }

        _head.Add(data[..Math.Min(data.Length, MaxHead - _head.Length)]);
        if (_left == 0)
        {
            LookAt(type, _head.Bytes, _offset - bytes.Length);
        }
    }

    private void LookAt(int type, ReadOnlySpan<byte> record, long offset)
    {
        if (type == BeginExternal && record.Length >= 2 && BinaryPrimitives.ReadUInt16LittleEndian(record) == ProgramLink)
        {
            Evidence.Find(OfficeRules.Dde, offset, Encoding.Latin1.GetString(record[2..]).Replace("\0", "", StringComparison.Ordinal));
        }
        else if (type == DefinedName && record.Length > NameStart)
        {
            var letters = BinaryPrimitives.ReadUInt32LittleEndian(record[(NameStart - 4)..]);
            var name = record[NameStart..(int)Math.Min(record.Length, NameStart + (2L * letters))];
            SheetFormulas.LookAtName(Encoding.Unicode.GetString(name), Evidence, offset);
        }
    }

    private int TypeNumber() => _type < 0x80 ? _type : (_type & 0x7F) | ((_type >> 8) << 7);
}
