using System.Buffers;

namespace Analyzer.Engines.Contract;

/// <summary>Bytes of a format that cannot be read as they arrive, as far as the budget of all parts allows.</summary>
/// <param name="firstCapacity">How many bytes it asks for at first.</param>
internal sealed class KeptBytes(int firstCapacity)
{
    /// <summary>A longer array is as long as it has to be, and not kept by the pool when it is given back.</summary>
    private const int MaxPooled = 1 << 20;

    private byte[] _bytes = [];
    private int _capacity;
    private PartBudget? _budget;

    public int Length { get; private set; }

    public ReadOnlyMemory<byte> Memory => _bytes.AsMemory(0, Length);

    public ReadOnlySpan<byte> Span => _bytes.AsSpan(0, Length);

    /// <param name="bytes">The next bytes.</param>
    /// <param name="budget">Gives the memory: the same one until the bytes are cleared.</param>
    /// <param name="depth">Of the file or part that keeps them.</param>
    /// <returns>How many of them there was room for.</returns>
    public int Append(ReadOnlySpan<byte> bytes, PartBudget budget, int depth)
    {
        var count = Math.Min(bytes.Length, MakeRoom(bytes.Length, budget, depth));
        bytes[..count].CopyTo(_bytes.AsSpan(Length));
        Length += count;
        return count;
    }

    /// <inheritdoc cref="Append"/>
    /// <returns>False when there was no room.</returns>
    public bool TryAdd(byte value, PartBudget budget, int depth)
    {
        if (Length == _capacity && MakeRoom(1, budget, depth) == 0)
        {
            return false;
        }

        _bytes[Length++] = value;
        return true;
    }

    /// <summary>Gives the memory back.</summary>
    public void Clear()
    {
        Return();
        _budget?.Release(_capacity);
        (_bytes, _capacity, Length, _budget) = ([], 0, 0, null);
    }

    /// <returns>The bytes that there is room for.</returns>
    private int MakeRoom(int wanted, PartBudget budget, int depth)
    {
        _budget = budget;
        while (_capacity - Length < wanted)
        {
            var more = budget.Keep(Math.Max(_capacity < MaxPooled ? _capacity : _capacity / 2, firstCapacity), depth);
            if (more == 0)
            {
                break;
            }

            _capacity += more;
            if (_bytes.Length >= _capacity)
            {
                continue; // the pool gave more than was asked for
            }

            var larger = _capacity > MaxPooled ? GC.AllocateUninitializedArray<byte>(_capacity) : ArrayPool<byte>.Shared.Rent(_capacity);
            Span.CopyTo(larger);
            Return();
            _bytes = larger;
        }

        return _capacity - Length;
    }

    private void Return()
    {
        if (_bytes.Length is > 0 and <= MaxPooled)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
        }
    }
}
