using System.Buffers;
using System.Numerics;

namespace Analyzer.Engines.Memory;

/// <summary>
/// A bounded table from numbers that are not negative to numbers, in pooled arrays that it gives back when it is cleared, unless they
/// are small.
/// </summary>
internal sealed class IntTable(int capacity)
{
    private const int MinSlots = 256;
    private const int SmallSlots = 4096;
    private const int Line = 16;

    /// <summary>Each key and one more: 0 is a free slot, and the number of what stands in no object.</summary>
    private int[] _keys = [];
    private int[] _values = [];
    private int _slots;
    private int _surplus;

    public int Count { get; private set; }

    /// <summary>The value of a key, 0 at first.</summary>
    /// <param name="isFull">True when the key is new and the table is full; the value is then lost.</param>
    public ref int GetOrAdd(int key, out bool isFull)
    {
        isFull = false;
        if ((Count + 1) * 2 > _slots && Count < capacity)
        {
            Grow();
        }

        var stored = key + 1;
        var slot = Find(stored);
        if (_keys[slot] == stored)
        {
            return ref _values[slot];
        }

        if (Count >= capacity)
        {
            isFull = true;
            _surplus = 0;
            return ref _surplus;
        }

        Count++;
        _keys[slot] = stored;
        return ref _values[slot];
    }

    public bool TryGet(int key, out int value)
    {
        value = 0;
        if (Count == 0)
        {
            return false;
        }

        var slot = Find(key + 1);
        value = _values[slot];
        return _keys[slot] == key + 1;
    }

    /// <summary>How many keys have this value.</summary>
    public int CountOf(int value)
    {
        var count = 0;
        for (var slot = 0; slot < _slots; slot++)
        {
            count += _keys[slot] != 0 && _values[slot] == value ? 1 : 0;
        }

        return count;
    }

    public void Clear()
    {
        if (_slots <= SmallSlots)
        {
            _keys.AsSpan(0, Count > 0 ? _slots : 0).Clear();
            _values.AsSpan(0, Count > 0 ? _slots : 0).Clear();
            Count = 0;
            return;
        }

        Return(_keys, _values);
        (_keys, _values, _slots, Count) = ([], [], 0, 0);
    }

    private static void Return(int[] keys, int[] values)
    {
        if (keys.Length > 0)
        {
            ArrayPool<int>.Shared.Return(keys);
            ArrayPool<int>.Shared.Return(values);
        }
    }

    // Fibonacci hashing spreads the numbers over the table, 16 of them together: a document's objects mostly follow one another, and
    // then share a line of the processor's cache.
    private int Find(int stored)
    {
        var lines = (uint)_slots / Line;
        var line = (uint)stored / Line * 2_654_435_769u >> BitOperations.LeadingZeroCount(lines - 1);
        var slot = (int)((line * Line) + ((uint)stored % Line));
        while (_keys[slot] != 0 && _keys[slot] != stored)
        {
            slot = (slot + 1) & (_slots - 1);
        }

        return slot;
    }

    private void Grow()
    {
        var (keys, values, slots) = (_keys, _values, _slots);
        _slots = Math.Max(MinSlots, slots * 2);
        _keys = ArrayPool<int>.Shared.Rent(_slots);
        _values = ArrayPool<int>.Shared.Rent(_slots);
        _keys.AsSpan(0, _slots).Clear();
        _values.AsSpan(0, _slots).Clear();
        for (var i = 0; i < slots; i++)
        {
            if (keys[i] != 0)
            {
                var slot = Find(keys[i]);
                (_keys[slot], _values[slot]) = (keys[i], values[i]);
            }
        }

        Return(keys, values);
    }
}
