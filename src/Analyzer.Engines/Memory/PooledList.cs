using System.Buffers;

namespace Analyzer.Engines.Memory;

/// <summary>A list in a pooled array that it gives back when it is cleared.</summary>
/// <param name="capacity">The length of the first array.</param>
internal sealed class PooledList<T>(int capacity = 256)
    where T : struct
{
    private T[] _items = [];

    public int Count { get; private set; }

    public Span<T> Span => _items.AsSpan(0, Count);

    public void Add(T item)
    {
        if (Count == _items.Length)
        {
            Append([item]);
            return;
        }

        _items[Count] = item;
        Count++;
    }

    public void Append(ReadOnlySpan<T> items)
    {
        if (Count + items.Length > _items.Length)
        {
            var grown = ArrayPool<T>.Shared.Rent(Math.Max(Count + items.Length, Math.Max(capacity, 2 * _items.Length)));
            Span.CopyTo(grown);
            Return();
            _items = grown;
        }

        items.CopyTo(_items.AsSpan(Count));
        Count += items.Length;
    }

    /// <summary>Forgets the items from there on.</summary>
    public void Shorten(int count) => Count = count;

    /// <summary>Forgets the items and keeps the array.</summary>
    public void Empty() => Count = 0;

    public void Clear()
    {
        Return();
        (_items, Count) = ([], 0);
    }

    private void Return()
    {
        if (_items.Length > 0)
        {
            ArrayPool<T>.Shared.Return(_items);
        }
    }
}
