namespace Journal.Log.Frames;

/// <summary>The records of a frame while they are collected. One thread at a time fills it; it is reused.</summary>
public sealed class RecordBatch
{
    /// <summary>A batch with so many bytes of messages is full.</summary>
    public const int FullBytes = 256 << 10;

    /// <summary>With so many bytes of messages, a header and a flush weigh little.</summary>
    private const int WorthBytes = 8 << 10;

    /// <summary>Longest message that a record can hold.</summary>
    public const int MaxMessageBytes = 64 << 10;

    /// <summary>The size of a record without its message: time, source, marks and length.</summary>
    private const int ColumnBytes = 20;

    private readonly byte[] _messages = new byte[FullBytes + MaxMessageBytes];
    private readonly long[] _received = new long[FrameHeader.MaxRecords];
    private readonly int[] _sources = new int[FrameHeader.MaxRecords];
    private readonly int[] _ends = new int[FrameHeader.MaxRecords];
    private readonly byte[] _marks = new byte[FrameHeader.MaxRecords];
    private readonly List<RecordSource> _table = [];
    private readonly Dictionary<RecordSource, int> _places = [];
    private int _sourceBytes;
    private RecordSource? _last;
    private int _lastPlace;

    public int Count { get; private set; }

    /// <summary>Records with a mark of <see cref="RecordMarks.Suspicious"/>.</summary>
    public int Suspicious { get; private set; }

    public long FirstReceivedAt => Count == 0 ? 0 : _received[0];

    /// <summary>Whether nothing more may be added.</summary>
    public bool IsFull => Count == FrameHeader.MaxRecords || MessageBytes + (Count * ColumnBytes) + _sourceBytes >= FullBytes;

    /// <summary>Whether a frame of its own would gain little from more records.</summary>
    public bool IsWorthAFrame => MessageBytes >= WorthBytes;

    private int MessageBytes => Count == 0 ? 0 : _ends[Count - 1];

    /// <returns>Its place in the batch.</returns>
    /// <exception cref="InvalidOperationException">The batch is full, or the message too long.</exception>
    public int Add(RecordSource source, ReadOnlySpan<byte> message, RecordMarks marks, long receivedAt)
    {
        if (IsFull || message.Length > MaxMessageBytes)
        {
            throw new InvalidOperationException("The batch is full, or the message is too long.");
        }

        var place = ReferenceEquals(source, _last) ? _lastPlace : PlaceOf(source);
        var start = MessageBytes;
        message.CopyTo(_messages.AsSpan(start));
        (_ends[Count], _received[Count], _sources[Count], _marks[Count]) = (start + message.Length, receivedAt, place, (byte)marks);
        Suspicious += (marks & RecordMarks.Suspicious) != 0 ? 1 : 0;
        return Count++;
    }

    public void Clear()
    {
        (Count, Suspicious, _sourceBytes) = (0, 0, 0);
        _table.Clear();
        _places.Clear();
        _last = null;
    }

    /// <summary>Sources, then columns, then the messages: columns compress better than rows.</summary>
    /// <returns>Bytes of the plaintext.</returns>
    internal int WritePlain(Span<byte> plain)
    {
        var at = VarInt.Write(plain, (ulong)_table.Count);
        foreach (var source in _table)
        {
            plain[at++] = (byte)source.Kind;
            at += VarInt.Write(plain[at..], (ulong)source.Bytes.Length);
            source.Bytes.CopyTo(plain[at..]);
            at += source.Bytes.Length;
        }

        for (var i = 0; i < Count; i++)
        {
            at += VarInt.WriteSigned(plain[at..], _received[i] - (i == 0 ? 0 : _received[i - 1]));
        }

        for (var i = 0; i < Count; i++)
        {
            at += VarInt.Write(plain[at..], (ulong)_sources[i]);
        }

        _marks.AsSpan(0, Count).CopyTo(plain[at..]);
        at += Count;
        for (var i = 0; i < Count; i++)
        {
            at += VarInt.Write(plain[at..], (ulong)Message(i).Length);
        }

        _messages.AsSpan(0, MessageBytes).CopyTo(plain[at..]);
        return at + MessageBytes;
    }

    /// <summary>Writes the hash of each record's leaf.</summary>
    internal void HashLeaves(RecordLeaf leaf, long firstSequence, Span<byte> hashes)
    {
        for (var i = 0; i < Count; i++)
        {
            leaf.Hash(Fields(firstSequence, i), Message(i), hashes, i);
        }

        leaf.Finish(hashes);
    }

    /// <summary>A record in the form of its proof.</summary>
    internal byte[] Leaf(RecordLeaf leaf, long firstSequence, int place) => leaf.Record(Fields(firstSequence, place), Message(place));

    private RecordFields Fields(long firstSequence, int place) =>
        new(firstSequence + place, _received[place], _marks[place], _table[_sources[place]]);

    private int PlaceOf(RecordSource source)
    {
        if (!_places.TryGetValue(source, out var place))
        {
            place = _table.Count;
            _places.Add(source, place);
            _table.Add(source);
            _sourceBytes += 3 + source.Bytes.Length;
        }

        (_last, _lastPlace) = (source, place);
        return place;
    }

    private ReadOnlySpan<byte> Message(int index) => _messages.AsSpan((index == 0 ? 0 : _ends[index - 1]).._ends[index]);
}
