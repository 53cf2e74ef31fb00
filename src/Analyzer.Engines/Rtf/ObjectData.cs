using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Rtf;

/// <summary>Collects an object's data, which are written in hex digits, as far as the budget of all parts allows.</summary>
internal sealed class ObjectData
{
    private readonly KeptBytes _kept = new(firstCapacity: 4096);
    private int _high = -1;
    private int _depth;
    private PartBudget? _budget;

    public ReadOnlySpan<byte> Bytes => _kept.Span;

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

    public void AddBinary(ReadOnlySpan<byte> bytes) => IsWhole &= _kept.Append(bytes, _budget!, _depth) == bytes.Length;

    public void Clear()
    {
        _kept.Clear();
        (_high, _budget, IsWhole) = (-1, null, true);
    }

    private void Add(byte value) => IsWhole &= _kept.TryAdd(value, _budget!, _depth);
}
