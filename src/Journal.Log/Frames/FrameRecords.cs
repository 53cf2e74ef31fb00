using System.Collections;
using Journal.Log.Trees;

namespace Journal.Log.Frames;

/// <summary>The records of an opened frame, in columns. They stay valid until its opener opens the next frame.</summary>
/// <remarks>A record is made from its columns on request: an array of all records would be larger than the frame.</remarks>
public sealed class FrameRecords : IReadOnlyList<LogRecord>
{
    public static readonly FrameRecords None = new(new());

    private static readonly Dictionary<int, byte[]> NothingRedacted = [];

    private readonly RecordLeaf _leaf;
    private long[] _received = [];
    private int[] _sources = [];
    private int[] _ends = [];
    private RecordSource[] _table = [];
    private ReadOnlyMemory<byte> _marks;
    private ReadOnlyMemory<byte> _messages;
    private long _firstSequence;
    private IReadOnlyDictionary<int, byte[]> _redacted = NothingRedacted;

    internal FrameRecords(RecordLeaf leaf) => _leaf = leaf;

    public int Count { get; private set; }

    public LogRecord this[int index] => new(
        SequenceOf(index), _received[index], _table[_sources[index]], MarksOf(index), _messages[Start(index).._ends[index]]);

    /// <summary>The places of records that were destroyed, and their leaf hashes: the records here have no message.</summary>
    public IReadOnlyDictionary<int, byte[]> Redacted => _redacted;

    public long SequenceOf(int index) => _firstSequence + index;

    /// <summary>Microseconds since 1970.</summary>
    public long ReceivedAtOf(int index) => _received[index];

    public RecordMarks MarksOf(int index) => (RecordMarks)_marks.Span[index];

    public ReadOnlySpan<byte> MessageOf(int index) => _messages.Span[Start(index).._ends[index]];

    /// <summary>The leaf hashes of all records, from which proofs are made.</summary>
    public byte[] LeafHashes()
    {
        var hashes = new byte[Count * MerkleTree.HashBytes];
        HashLeaves(hashes);
        return hashes;
    }

    /// <summary>A record in the form of its proof.</summary>
    public byte[] LeafOf(int index) => _leaf.Record(FieldsOf(index), MessageOf(index));

    public IEnumerator<LogRecord> GetEnumerator()
    {
        for (var i = 0; i < Count; i++)
        {
            yield return this[i];
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    internal void HashLeaves(Span<byte> hashes)
    {
        var messages = _messages.Span;
        var marks = _marks.Span;
        for (var (i, start) = (0, 0); i < Count; start = _ends[i++])
        {
            var fields = new RecordFields(_firstSequence + i, _received[i], marks[i], _table[_sources[i]]);
            _leaf.Hash(fields, messages[start.._ends[i]], hashes, i);
        }

        _leaf.Finish(hashes);
        foreach (var (place, hash) in _redacted)
        {
            hash.CopyTo(hashes[(place * MerkleTree.HashBytes)..]);
        }
    }

    internal void Clear() => (Count, _redacted) = (0, NothingRedacted);

    internal void SetRedacted(IReadOnlyDictionary<int, byte[]> redacted) => _redacted = redacted;

    /// <summary>Reads the columns of a plaintext, which must not change afterwards.</summary>
    /// <exception cref="InvalidDataException">They are damaged; the message says how, as part of a sentence.</exception>
    internal void Read(FrameHeader header, ReadOnlyMemory<byte> plain)
    {
        Clear(); // a failure leaves no records
        var count = header.Records;
        if (_ends.Length < count)
        {
            var room = Math.Min(2 * count, FrameHeader.MaxRecords);
            (_received, _sources, _ends) = (new long[room], new int[room], new int[room]);
        }

        var rest = plain.Span;
        _table = ReadSources(ref rest);
        if (_table.Length == 0)
        {
            throw new InvalidDataException("the plaintext names no source");
        }

        var received = 0L;
        for (var i = 0; i < count; i++)
        {
            _received[i] = received += VarInt.ReadSigned(ref rest);
        }

        for (var i = 0; i < count; i++)
        {
            _sources[i] = VarInt.Read(ref rest, _table.Length - 1);
        }

        _marks = plain.Slice(plain.Length - rest.Length, Take(ref rest, count).Length);
        var end = 0;
        for (var i = 0; i < count; i++)
        {
            _ends[i] = end += VarInt.Read(ref rest, RecordBatch.MaxMessageBytes); // 8192 of 64 KiB fit
        }

        if (end != rest.Length)
        {
            throw new InvalidDataException("the messages have a different length than their column says");
        }

        _messages = plain[^end..];
        (Count, _firstSequence) = (count, header.FirstSequence);
    }

    private static RecordSource[] ReadSources(ref ReadOnlySpan<byte> rest)
    {
        var sources = new RecordSource[VarInt.Read(ref rest, FrameHeader.MaxRecords)];
        for (var i = 0; i < sources.Length; i++)
        {
            var kind = (SourceKind)VarInt.Read(ref rest, (int)SourceKind.Sealed);
            sources[i] = RecordSource.Stored(kind, Take(ref rest, VarInt.Read(ref rest, RecordSource.MaxBytes)));
        }

        return sources;
    }

    private static ReadOnlySpan<byte> Take(ref ReadOnlySpan<byte> bytes, int count)
    {
        if (count > bytes.Length)
        {
            throw new InvalidDataException("the plaintext ends too early");
        }

        var taken = bytes[..count];
        bytes = bytes[count..];
        return taken;
    }

    private int Start(int index) => index == 0 ? 0 : _ends[index - 1];

    private RecordFields FieldsOf(int index) => new(SequenceOf(index), _received[index], (byte)MarksOf(index), _table[_sources[index]]);
}
