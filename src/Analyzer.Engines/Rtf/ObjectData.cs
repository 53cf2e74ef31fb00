using System.Buffers;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Rtf;

/// <summary>Collects an object's data, which are written in hex digits, as far as the budget of all parts allows.</summary>
internal sealed class ObjectData
{
    private byte[] _bytes = [];
    private int _length;
    private int _kept;
    private int _high = -1;
    private int _depth;
    private PartBudget? _budget;

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <summary>False when there was no room for all of it.</summary>
    public bool IsWhole { get; private set; } = true;

    public void Begin(IParts parts)
    {
        Clear();
        (_budget, _depth) = (parts.Budget, parts.Depth);
    }

    /// <summary>Takes hex digits; other letters are skipped.</summary>
    /// <returns>How many of them were letters that are no digits and no blanks.</returns>
    public int AddHex(ReadOnlySpan<byte> text)
    {
        var strange = 0;
        foreach (var letter in text)
        {
            if (!char.IsAsciiHexDigit((char)letter))
            {
                strange += letter is (byte)' ' or (byte)'\r' or (byte)'\n' or (byte)'\t' or 0 ? 0 : 1;
                continue;
            }

            var value = letter <= '9' ? letter - '0' : (letter | 0x20) - 'a' + 10;
            if (_high < 0)
            {
                _high = value;
                continue;
            }

            Add((byte)((_high << 4) | value));
            _high = -1;
        }

        return strange;
    }

    public void AddBinary(ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes)
        {
            Add(value);
        }
    }

    public void Clear()
    {
        if (_bytes.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
            _budget!.Release(_kept);
        }

        (_bytes, _length, _kept, _high, _budget, IsWhole) = ([], 0, 0, -1, null, true);
    }

    private void Add(byte value)
    {
        if (_length == _kept && !Grow())
        {
            IsWhole = false;
            return;
        }

        _bytes[_length++] = value;
    }

    private bool Grow()
    {
        var more = _budget!.Keep(Math.Clamp(_kept, 4096, 1 << 20), _depth);
        if (more == 0)
        {
            return false;
        }

        _kept += more;
        var larger = ArrayPool<byte>.Shared.Rent(_kept);
        Bytes.CopyTo(larger);
        if (_bytes.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
        }

        _bytes = larger;
        return true;
    }
}
