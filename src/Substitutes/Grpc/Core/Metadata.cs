using System.Collections;

namespace Grpc.Core;

/// <summary>
/// Headers or trailers of a call, in order, names repeated as often as they came. Names are lower-case; a name that ends in
/// <c>-bin</c> has bytes for a value, any other one printable ASCII.
/// </summary>
public sealed partial class Metadata : IList<Metadata.Entry>
{
    /// <summary>The end of a name whose value is bytes.</summary>
    public const string BinaryHeaderSuffix = "-bin";

    /// <summary>No entries, read-only.</summary>
    public static readonly Metadata Empty = new() { IsReadOnly = true };

    private readonly List<Entry> _entries = [];

    public int Count => _entries.Count;

    public bool IsReadOnly { get; private init; }

    public Entry this[int index]
    {
        get => _entries[index];
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            ThrowIfReadOnly();
            _entries[index] = value;
        }
    }

    /// <summary>The last entry of that name, or null.</summary>
    public Entry? Get(string key) => _entries.FindLast(entry => entry.KeyEquals(key));

    /// <summary>The text of the last entry of that name, or null.</summary>
    /// <exception cref="InvalidOperationException">The entry is binary.</exception>
    public string? GetValue(string key) => Get(key) is not { } entry ? null
        : entry.IsBinary ? throw new InvalidOperationException($"The value of '{key}' is binary.")
        : entry.Value;

    /// <summary>The bytes of the last entry of that name, or null. A text is given as ASCII.</summary>
    public byte[]? GetValueBytes(string key) => Get(key)?.ValueBytes;

    /// <summary>Every entry of that name, in order.</summary>
    public IEnumerable<Entry> GetAll(string key) => _entries.Where(entry => entry.KeyEquals(key));

    public void Add(string key, string value) => Add(new Entry(key, value));

    public void Add(string key, byte[] valueBytes) => Add(new Entry(key, valueBytes));

    public void Add(Entry item)
    {
        ArgumentNullException.ThrowIfNull(item);
        ThrowIfReadOnly();
        _entries.Add(item);
    }

    public void Insert(int index, Entry item)
    {
        ArgumentNullException.ThrowIfNull(item);
        ThrowIfReadOnly();
        _entries.Insert(index, item);
    }

    public bool Remove(Entry item)
    {
        ThrowIfReadOnly();
        return _entries.Remove(item);
    }

    public void RemoveAt(int index)
    {
        ThrowIfReadOnly();
        _entries.RemoveAt(index);
    }

    public void Clear()
    {
        ThrowIfReadOnly();
        _entries.Clear();
    }

    public bool Contains(Entry item) => _entries.Contains(item);

    public int IndexOf(Entry item) => _entries.IndexOf(item);

    public void CopyTo(Entry[] array, int arrayIndex) => _entries.CopyTo(array, arrayIndex);

    public IEnumerator<Entry> GetEnumerator() => _entries.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private void ThrowIfReadOnly()
    {
        if (IsReadOnly)
        {
            throw new InvalidOperationException("This metadata is read-only.");
        }
    }
}
