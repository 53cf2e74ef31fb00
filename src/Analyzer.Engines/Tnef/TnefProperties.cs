using System.Buffers.Binary;

namespace Analyzer.Engines.Tnef;

/// <summary>Walks through the properties of a message or an attachment (MS-OXTNEF, 2.1.3.4).</summary>
/// <param name="bytes">Begins with the number of properties.</param>
internal ref struct TnefProperties(ReadOnlySpan<byte> bytes)
{
    private const int Several = 0x1000;
    private const int FirstNamed = 0x8000;

    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private uint _left = bytes.Length < 4 ? 0 : BinaryPrimitives.ReadUInt32LittleEndian(bytes);
    private int _at = 4;

    public int Id { get; private set; }

    public int Type { get; private set; }

    /// <summary>The first of its values.</summary>
    public ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>Whether there was something else than properties.</summary>
    public bool IsBroken { get; private set; }

    public bool MoveNext()
    {
        if (_left == 0)
        {
            return false;
        }

        _left--;
        IsBroken = !Read();
        return !IsBroken;
    }

    private bool Read()
    {
        if (!TryTake(4, out var tag))
        {
            return false;
        }

        Type = BinaryPrimitives.ReadUInt16LittleEndian(tag);
        Id = BinaryPrimitives.ReadUInt16LittleEndian(tag[2..]);
        if (Id >= FirstNamed && !SkipName())
        {
            return false;
        }

        var type = Type & ~Several;
        var hasLength = type is 0x0D or 0x1E or 0x1F or 0x102;
        var values = 1u;
        if ((hasLength || (Type & Several) != 0) && !TryNumber(out values))
        {
            return false;
        }

        Value = default;
        for (var value = 0u; value < values; value++)
        {
            var length = type switch { 0x05 or 0x06 or 0x07 or 0x14 or 0x40 => 8u, 0x48 => 16u, _ => 4u };
            if ((hasLength && !TryNumber(out length)) || !TryTake(length, out var bytes))
            {
                return false;
            }

            Value = value == 0 ? bytes : Value;
        }

        return true;
    }

    // A set, and then a number or a text.
    private bool SkipName() =>
        TryTake(16, out _) && TryNumber(out var kind) && TryNumber(out var length) && (kind == 0 || TryTake(length, out _));

    private bool TryNumber(out uint number)
    {
        var isThere = TryTake(4, out var bytes);
        number = isThere ? BinaryPrimitives.ReadUInt32LittleEndian(bytes) : 0;
        return isThere;
    }

    // Everything is filled up to four bytes.
    private bool TryTake(uint length, out ReadOnlySpan<byte> bytes)
    {
        bytes = default;
        if (length > _bytes.Length - _at)
        {
            return false;
        }

        bytes = _bytes.Slice(_at, (int)length);
        _at = Math.Min(_bytes.Length, _at + (int)((length + 3) & ~3u));
        return true;
    }
}
