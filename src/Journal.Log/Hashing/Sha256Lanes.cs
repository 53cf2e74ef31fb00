using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Journal.Log.Hashing;

/// <summary>
/// SHA-256 (FIPS 180-4) of several messages with the same number of blocks at once, one in each lane of a vector. A call of the library
/// takes longer than the hash of a short line; here many lines share it.
/// </summary>
internal abstract class Sha256Lanes
{
    public const int BlockBytes = 64;
    protected const int Words = BlockBytes / sizeof(uint);
    protected const int StateWords = HashBytes / sizeof(uint);
    private const int HashBytes = 32;
    private const int HalfBytes = BlockBytes / 2;

    protected static readonly uint[] Constants =
    [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ];

    private static readonly uint[] Initial =
        [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

    private readonly int _rowBytes;

    /// <summary>The messages, each with its padding.</summary>
    private readonly byte[] _rows;

    /// <summary>The message length that each row is padded for.</summary>
    private readonly int[] _padded;

    /// <summary>One block, word by word, with all lanes of each word: the order in which the rounds read it.</summary>
    private readonly uint[] _words;
    private readonly uint[] _state;
    private readonly byte[] _hashes = new byte[LaneTurn.Rows * HashBytes];

    /// <param name="count">Lanes, a multiple of eight.</param>
    /// <param name="blocks">Blocks of 64 bytes in each message, padding included.</param>
    protected Sha256Lanes(int count, int blocks)
    {
        (Count, _rowBytes) = (count, blocks * BlockBytes);
        (_rows, _padded) = (new byte[count * _rowBytes], new int[count]);
        (_words, _state) = (new uint[Words * count], new uint[StateWords * count]);
        _padded.AsSpan().Fill(-1);
    }

    /// <summary>Messages that are hashed at once.</summary>
    public int Count { get; }

    /// <summary>The number of blocks of a message with its padding.</summary>
    public static int BlocksOf(int bytes) => (bytes + 1 + sizeof(ulong) + BlockBytes - 1) / BlockBytes;

    /// <summary>The buffer for the message of a lane.</summary>
    /// <param name="lane">From 0 on.</param>
    /// <param name="length">The length of the message, in bytes; with its padding it fills the blocks.</param>
    public Span<byte> Row(int lane, int length)
    {
        var row = _rows.AsSpan(lane * _rowBytes, _rowBytes);
        if (_padded[lane] != length)
        {
            // The padding stays for the next message of that length: all nodes have the same length.
            row[length..].Clear();
            row[length] = 0x80;
            BinaryPrimitives.WriteUInt64BigEndian(row[^sizeof(ulong)..], (ulong)length * 8);
            _padded[lane] = length;
        }

        return row[..length];
    }

    /// <summary>Hashes all lanes; the hashes of lanes without a message have no meaning.</summary>
    /// <param name="places">Where in <paramref name="hashes"/> the hash of each lane goes to; as many lanes as there are places.</param>
    /// <param name="hashes">Gets the hashes.</param>
    public void Run(ReadOnlySpan<int> places, Span<byte> hashes)
    {
        for (var i = 0; i < StateWords; i++)
        {
            _state.AsSpan(i * Count, Count).Fill(Initial[i]);
        }

        for (var block = 0; block < _rowBytes; block += BlockBytes)
        {
            Load(block);
            Compress(_words, _state);
        }

        Store(places, hashes);
    }

    /// <param name="words">The words of a block, each for all lanes; they may be overwritten.</param>
    /// <param name="state">The state, word by word, each for all lanes.</param>
    protected abstract void Compress(Span<uint> words, Span<uint> state);

    private void Load(int block)
    {
        var words = MemoryMarshal.AsBytes(_words.AsSpan());
        var stride = Count * sizeof(uint);
        for (var lane = 0; lane < Count; lane += LaneTurn.Rows)
        {
            var rows = _rows.AsSpan((lane * _rowBytes) + block);
            LaneTurn.Turn(rows, _rowBytes, words[(lane * sizeof(uint))..], stride);
            LaneTurn.Turn(rows[HalfBytes..], _rowBytes, words[((StateWords * stride) + (lane * sizeof(uint)))..], stride);
        }
    }

    private void Store(ReadOnlySpan<int> places, Span<byte> hashes)
    {
        var state = MemoryMarshal.AsBytes(_state.AsSpan());
        for (var lane = 0; lane < places.Length; lane++)
        {
            var row = lane % LaneTurn.Rows;
            if (row == 0)
            {
                LaneTurn.Turn(state[(lane * sizeof(uint))..], Count * sizeof(uint), _hashes, HashBytes);
            }

            _hashes.AsSpan(row * HashBytes, HashBytes).CopyTo(hashes[places[lane]..]);
        }
    }
}
