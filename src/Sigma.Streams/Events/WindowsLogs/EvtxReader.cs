using System.Buffers.Binary;
using System.IO.Hashing;
using Sigma.Engine.Evaluation;

namespace Sigma.Streams.Events.WindowsLogs;

/// <summary>
/// Reads an event log of Windows: a header of 4 KiB, then chunks of 64 KiB, each complete in itself. Damaged parts are named, and the
/// rest is read.
/// </summary>
/// <remarks>The format is described in the documentation of libevtx (Windows XML Event Log).</remarks>
internal sealed class EvtxReader(Stream stream, string file) : IRecordReader
{
    public static ReadOnlySpan<byte> Magic => "ElfFile\0"u8;

    private const int HeaderBytes = 4096;
    private const int ChunkBytes = 64 * 1024;
    private const int ChunkHeaderBytes = 512;
    private const int RecordHeaderBytes = 24;
    private const uint RecordMagic = 0x00002A2A;
    private const ulong NoId = 0;

    /// <summary>The number of damages that are named one by one.</summary>
    private const int MaxNamed = 10;

    private readonly List<string> _notes = [];
    private long _offset = -1;
    private long _index;
    private int _chunks;

    /// <summary>Whether the log was not closed: the chunk that was being written has the checksum of an earlier time.</summary>
    private bool _isOpen;

    /// <summary>Parts that are no chunks behind the last one that the header counts: an open log may have more than it says.</summary>
    private readonly List<long> _others = [];

    public IReadOnlyList<string> Notes =>
    [
        .. _notes,
        .. Broken <= MaxNamed ? NoNotes : [$"{Broken - MaxNamed} further parts of it are damaged."],
        .. _others.Count == 0 ? NoNotes : [$"{_others.Count} parts behind its last chunk are no chunks, as in a log that was not closed."],
    ];

    private static string[] NoNotes => [];

    public int Containers => 0;

    public int Broken { get; private set; }

    public IReadOnlyList<EventRecord> Read(CancellationToken cancellationToken)
    {
        if (_offset < 0)
        {
            var header = new byte[HeaderBytes];
            _offset = stream.ReadAtLeast(header, HeaderBytes, throwOnEndOfStream: false);
            _chunks = BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(42));
            _isOpen = (UInt32(header, 120) & 1) != 0;
        }

        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var chunk = new byte[ChunkBytes];
            var read = stream.ReadAtLeast(chunk, ChunkBytes, throwOnEndOfStream: false);
            if (read == 0)
            {
                TellMissing();
                return [];
            }

            var records = ReadChunk(chunk, read);
            _offset += read;
            if (records.Count > 0)
            {
                return records;
            }
        }
    }

    private List<EventRecord> ReadChunk(byte[] chunk, int length)
    {
        var records = new List<EventRecord>();
        if (!chunk.AsSpan().StartsWith("ElfChnk\0"u8))
        {
            var isCounted = _offset < HeaderBytes + ((long)_chunks * ChunkBytes);
            if (isCounted || chunk.AsSpan(0, length).ContainsAnyExcept((byte)0))
            {
                _others.Add(_offset);
            }

            if (isCounted)
            {
                TellOthers();
            }

            return records;
        }

        TellOthers();
        var before = Broken;
        if (length < ChunkBytes)
        {
            Damaged($"the file ends in the middle of the chunk at byte {_offset}, so events are missing. Get the whole file.");
        }

        var parser = new BinXmlParser(chunk);
        var (lastId, id, isLast) = (UInt64(chunk, 32), 0UL, false);
        var end = Math.Min((int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(chunk.AsSpan(48)), ChunkBytes), length);
        for (var at = ChunkHeaderBytes; at + RecordHeaderBytes < end;)
        {
            var (magic, size, next) = (UInt32(chunk, at), UInt32(chunk, at + 4), UInt64(chunk, at + 8));
            var fits = magic == RecordMagic && size >= RecordHeaderBytes + 4 && size <= end - at;
            if ((magic == 0 && size == 0) || (isLast && (!fits || next <= id)))
            {
                break; // some writers count the space behind the last event too, and what an earlier use of the chunk has left there
            }

            if (!fits)
            {
                Damaged($"the chunk at byte {_offset} is damaged from byte {_offset + at} on, and its further events are missing.");
                return records;
            }

            Add(records, parser, at, (int)size);
            (id, at) = (next, at + (int)size);
            isLast |= id == lastId;
        }

        if (!isLast && length == ChunkBytes && lastId is not (NoId or ulong.MaxValue))
        {
            Damaged($"the chunk at byte {_offset} ends before event {lastId}, which its header names as the last: events are missing.");
        }

        if (Broken == before && !_isOpen && HasAnotherChecksum(chunk))
        {
            Damaged($"the chunk at byte {_offset} is damaged: its events are read, but they do not have the checksum of its header.");
        }

        return records;
    }

    /// <summary>Whether the events do not have the checksum that the header names. A header without its own one names none.</summary>
    private static bool HasAnotherChecksum(byte[] chunk)
    {
        var header = new Crc32();
        header.Append(chunk.AsSpan(0, 120));
        header.Append(chunk.AsSpan(128, ChunkHeaderBytes - 128));
        return header.GetCurrentHashAsUInt32() == UInt32(chunk, 124)
            && UInt32(chunk, 48) is var end and >= ChunkHeaderBytes and <= ChunkBytes
            && Crc32.HashToUInt32(chunk.AsSpan(ChunkHeaderBytes..(int)end)) != UInt32(chunk, 52);
    }

    private void Add(List<EventRecord> records, BinXmlParser parser, int at, int size)
    {
        try
        {
            var root = parser.Read(at + RecordHeaderBytes, at + size - 4);
            if (root.Children.Exists(child => child is EventValue { IsEmpty: false }))
            {
                throw new DamagedEventException($"the element {root.Name} has text of its own");
            }

            var json = EventJson.Of(root);
            records.Add(new(file, _index++, _offset + at, json.AsMemory(0, Math.Min(json.Length, RecordLimits.MaxBytes + 1))));
        }
        catch (DamagedEventException exception)
        {
            Damaged($"the event at byte {_offset + at} is damaged: {exception.Message}.");
        }
    }

    /// <summary>They are chunks, and damaged, because one follows, or the header counts them.</summary>
    private void TellOthers()
    {
        _others.ForEach(at => Damaged($"the chunk at byte {at} is damaged: it does not begin like one, and its events are missing."));
        _others.Clear();
    }

    private static ulong UInt64(byte[] chunk, int at) => BinaryPrimitives.ReadUInt64LittleEndian(chunk.AsSpan(at));

    private static uint UInt32(byte[] chunk, int at) => BinaryPrimitives.ReadUInt32LittleEndian(chunk.AsSpan(at));

    /// <summary>A copy that stopped between two chunks, or within the header, has no damaged part.</summary>
    private void TellMissing()
    {
        var isBetween = _offset <= HeaderBytes || (_offset - HeaderBytes) % ChunkBytes == 0;
        if (isBetween && _offset < HeaderBytes + ((long)_chunks * ChunkBytes))
        {
            var place = _offset < HeaderBytes ? "within its header" : "before the last chunk that its header counts";
            Damaged($"the file ends at byte {_offset}, {place}, so events are missing. Get the whole file.");
            _offset = long.MaxValue; // tells it once
        }
    }

    private void Damaged(string note)
    {
        if (++Broken <= MaxNamed)
        {
            _notes.Add(note);
        }
    }
}
