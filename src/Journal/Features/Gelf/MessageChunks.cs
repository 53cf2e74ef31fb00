using System.Buffers.Binary;
using Journal.Log.Frames;

namespace Journal.Features.Gelf;

/// <summary>Puts GELF messages together again that came in several datagrams.</summary>
/// <remarks>
/// A chunk is 0x1E 0x0F, the message's number 8, its own place 1, the count 1, at most 128, and its bytes. All chunks of a message come
/// within five seconds, or the message is lost (GELF's specification). Memory is bounded: when it is full, the oldest message is lost.
/// </remarks>
internal sealed class MessageChunks(TimeProvider time)
{
    private const int HeadBytes = 12;
    private const int MaxChunks = 128;
    private const int MaxMessages = 1024;
    private const int MaxBytes = 16 << 20;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly Dictionary<(RecordSource Source, long Number), Parts> _open = [];
    private readonly Queue<Parts> _oldest = [];
    private long _bytes;

    public static bool Is(ReadOnlySpan<byte> datagram) => datagram is [0x1E, 0x0F, ..] && datagram.Length > HeadBytes;

    /// <param name="source">The sender.</param>
    /// <param name="chunk">A datagram for which <see cref="Is"/> holds.</param>
    /// <param name="message">The whole message, when this was its last missing chunk.</param>
    /// <param name="lost">Messages that were given up meanwhile.</param>
    /// <returns>False when it is no chunk, because its place or count is impossible.</returns>
    public bool TryAdd(RecordSource source, ReadOnlySpan<byte> chunk, out byte[]? message, out int lost)
    {
        message = null;
        lost = 0;
        var (place, count) = (chunk[10], chunk[11]);
        if (count is 0 or > MaxChunks || place >= count)
        {
            return false;
        }

        var key = (source, BinaryPrimitives.ReadInt64BigEndian(chunk[2..]));
        if (!_open.TryGetValue(key, out var parts) || parts.Count != count)
        {
            lost += parts is null ? 0 : Remove(parts);
            parts = new(key, count, time.GetTimestamp());
            _open.Add(key, parts);
            _oldest.Enqueue(parts);
        }

        _bytes += parts.Add(place, chunk[HeadBytes..]);
        if (parts.IsWhole)
        {
            message = parts.ToArray();
            Remove(parts);
        }

        lost += Forget();
        return true;
    }

    /// <summary>Gives up what is too old, or too much.</summary>
    /// <returns>How many messages that are.</returns>
    public int Forget()
    {
        var lost = 0;
        while (_oldest.TryPeek(out var parts)
            && (parts.IsDone || _open.Count > MaxMessages || _bytes > MaxBytes || time.GetElapsedTime(parts.Since) > Patience))
        {
            _oldest.Dequeue();
            lost += Remove(parts);
        }

        return lost;
    }

    private int Remove(Parts parts)
    {
        if (parts.IsDone)
        {
            return 0;
        }

        _open.Remove(parts.Key);
        _bytes -= parts.Bytes;
        parts.IsDone = true;
        return 1;
    }

    private sealed class Parts((RecordSource Source, long Number) key, int count, long since)
    {
        private readonly byte[]?[] _parts = new byte[]?[count];
        private int _missing = count;

        public (RecordSource Source, long Number) Key => key;

        public long Since => since;

        public int Count => _parts.Length;

        public int Bytes { get; private set; }

        public bool IsWhole => _missing == 0;

        public bool IsDone { get; set; }

        /// <returns>The bytes that it keeps: none of a chunk that came twice.</returns>
        public int Add(int place, ReadOnlySpan<byte> bytes)
        {
            if (_parts[place] is not null)
            {
                return 0;
            }

            _parts[place] = bytes.ToArray();
            _missing--;
            Bytes += bytes.Length;
            return bytes.Length;
        }

        public byte[] ToArray() => [.. _parts.SelectMany(part => part!)];
    }
}
