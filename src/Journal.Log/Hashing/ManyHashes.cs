using System.Security.Cryptography;

namespace Journal.Log.Hashing;

/// <summary>
/// The hashes of many messages. Where the processor can, those of equal block count wait for each other and are hashed sixteen at a time;
/// elsewhere, and for long messages, the library hashes each. It belongs to one thread.
/// </summary>
internal sealed class ManyHashes
{
    /// <summary>A message of more blocks is hashed alone: then the call costs little beside the hash.</summary>
    private const int MaxBlocks = 24;

    private readonly Bucket?[] _buckets = new Bucket?[MaxBlocks + 1];
    private readonly bool _inLanes;

    /// <param name="inLanes">False: the library hashes each. Only tests say so.</param>
    public ManyHashes(bool inLanes = true) => _inLanes = inLanes && Sha256Lanes.IsSupported;

    /// <param name="message">With 72 bytes of room behind it; what stands there is overwritten.</param>
    /// <param name="length">The length of the message alone.</param>
    /// <param name="hashes">Takes the hashes, at the latest with <see cref="Finish"/>.</param>
    /// <param name="place">The place of the hash in it, in bytes.</param>
    public void Add(Span<byte> message, int length, Span<byte> hashes, int place)
    {
        var blocks = Sha256Lanes.BlocksOf(length);
        if (!_inLanes || blocks > MaxBlocks)
        {
            SHA256.HashData(message[..length], hashes.Slice(place, SHA256.HashSizeInBytes));
            return;
        }

        var bucket = _buckets[blocks] ??= new(blocks);
        bucket.Lanes.Put(bucket.Count, message, length);
        bucket.Places[bucket.Count++] = place;
        if (bucket.Count == Sha256Lanes.Count)
        {
            Run(bucket, hashes);
        }
    }

    /// <summary>Hashes what still waits.</summary>
    public void Finish(Span<byte> hashes)
    {
        foreach (var bucket in _buckets)
        {
            if (bucket is { Count: > 0 })
            {
                Run(bucket, hashes);
            }
        }
    }

    private static void Run(Bucket bucket, Span<byte> hashes)
    {
        bucket.Lanes.Run();
        for (var lane = 0; lane < bucket.Count; lane++)
        {
            bucket.Lanes.Take(lane, hashes[bucket.Places[lane]..]);
        }

        bucket.Count = 0;
    }

    private sealed class Bucket(int blocks)
    {
        public Sha256Lanes Lanes { get; } = new(blocks);

        public int[] Places { get; } = new int[Sha256Lanes.Count];

        public int Count { get; set; }
    }
}
