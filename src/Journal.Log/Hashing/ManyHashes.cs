using System.Numerics;
using System.Security.Cryptography;

namespace Journal.Log.Hashing;

/// <summary>
/// The hashes of many messages. If the processor supports it, messages with the same number of blocks are collected and hashed eight or
/// sixteen at a time; otherwise, and for long messages, the library hashes each. For one thread.
/// </summary>
/// <param name="lanes">Null for the fastest. Only tests and measurements name one.</param>
internal sealed class ManyHashes(HashLanes? lanes = null)
{
    /// <summary>A message with more blocks is hashed alone, because then the call costs little compared with the hash.</summary>
    private const int MaxBlocks = 24;

    private readonly HashLanes _lanes = lanes ?? SupportedLanes.Best;
    private readonly Bucket?[] _buckets = new Bucket?[MaxBlocks + 1];
    private byte[] _alone = [];
    private Bucket? _open;
    private (int Length, int Place) _next;

    /// <summary>Provides the buffer for a message; call <see cref="End"/> when it is written.</summary>
    /// <param name="length">The length of the message, in bytes.</param>
    /// <param name="place">The offset of its hash, in bytes.</param>
    public Span<byte> Begin(int length, int place)
    {
        _next = (length, place);
        var blocks = Sha256Lanes.BlocksOf(length);
        if (_lanes == HashLanes.One || blocks > MaxBlocks)
        {
            _open = null;
            if (_alone.Length < length)
            {
                _alone = new byte[BitOperations.RoundUpToPowerOf2((uint)length)];
            }

            return _alone.AsSpan(0, length);
        }

        _open = _buckets[blocks] ??= new(_lanes == HashLanes.Sixteen ? new SixteenLanes(blocks) : new EightLanes(blocks));
        return _open.Row(length);
    }

    /// <param name="hashes">Gets the hash, at the latest with <see cref="Finish"/>.</param>
    public void End(Span<byte> hashes)
    {
        if (_open is not { } bucket)
        {
            SHA256.HashData(_alone.AsSpan(0, _next.Length), hashes.Slice(_next.Place, SHA256.HashSizeInBytes));
        }
        else if (bucket.Add(_next.Length, _next.Place))
        {
            bucket.Run(hashes);
        }
    }

    /// <summary>Hashes the waiting messages.</summary>
    public void Finish(Span<byte> hashes)
    {
        foreach (var bucket in _buckets)
        {
            bucket?.Finish(hashes);
        }
    }

    /// <summary>Waiting messages with the same number of blocks.</summary>
    private sealed class Bucket(Sha256Lanes lanes)
    {
        private readonly int[] _places = new int[lanes.Count];
        private readonly int[] _lengths = new int[lanes.Count];
        private int _count;

        public Span<byte> Row(int length) => lanes.Row(_count, length);

        /// <returns>Whether the bucket is full.</returns>
        public bool Add(int length, int place)
        {
            (_lengths[_count], _places[_count]) = (length, place);
            return ++_count == lanes.Count;
        }

        public void Run(Span<byte> hashes)
        {
            lanes.Run(_places.AsSpan(0, _count), hashes);
            _count = 0;
        }

        public void Finish(Span<byte> hashes)
        {
            if (_count > lanes.Count / 4)
            {
                Run(hashes);
                return;
            }

            // A round takes the same time, however few lanes are filled.
            for (var lane = 0; lane < _count; lane++)
            {
                SHA256.HashData(lanes.Row(lane, _lengths[lane]), hashes.Slice(_places[lane], SHA256.HashSizeInBytes));
            }

            _count = 0;
        }
    }
}
