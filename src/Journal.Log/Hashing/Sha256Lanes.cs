using System.Buffers.Binary;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Journal.Log.Hashing;

/// <summary>
/// SHA-256 (FIPS 180-4) of sixteen messages of equal block count at once, one in each lane of a vector. A call of the library takes longer
/// than the hash of a short line; here a line costs a sixteenth of a call.
/// </summary>
/// <param name="blocks">Blocks of 64 bytes in each message, padding included.</param>
internal sealed class Sha256Lanes(int blocks)
{
    public const int Count = 16;
    public const int BlockBytes = 64;
    private const int Words = BlockBytes / sizeof(uint);
    private const byte Xor = 0x96;      // a ^ b ^ c
    private const byte Choose = 0xCA;   // a ? b : c
    private const byte Majority = 0xE8; // two of three

    private static readonly uint[] Constants =
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

    /// <summary>Word by word, and of each word all lanes: as the rounds read it.</summary>
    private readonly uint[] _words = new uint[blocks * Words * Count];
    private readonly uint[] _result = new uint[Initial.Length * Count];

    public static bool IsSupported => Avx512F.IsSupported;

    /// <summary>Blocks of a message with its padding.</summary>
    public static int BlocksOf(int bytes) => (bytes + 1 + sizeof(ulong) + BlockBytes - 1) / BlockBytes;

    /// <param name="lane">0 to 15.</param>
    /// <param name="message">With room for its padding behind it, which is written here.</param>
    /// <param name="length">The length of the message alone.</param>
    public void Put(int lane, Span<byte> message, int length)
    {
        message = message[..(blocks * BlockBytes)];
        message[length..].Clear();
        message[length] = 0x80;
        BinaryPrimitives.WriteUInt64BigEndian(message[^sizeof(ulong)..], (ulong)length * 8);
        for (var (word, at) = (0, lane); word < blocks * Words; word++, at += Count)
        {
            _words[at] = BinaryPrimitives.ReadUInt32BigEndian(message[(word * sizeof(uint))..]);
        }
    }

    /// <summary>Hashes all lanes; those that nothing was put into have a hash of no meaning.</summary>
    public void Run()
    {
        Span<Vector512<uint>> state = stackalloc Vector512<uint>[Initial.Length];
        for (var i = 0; i < state.Length; i++)
        {
            state[i] = Vector512.Create(Initial[i]);
        }

        for (var block = 0; block < blocks; block++)
        {
            Compress(_words.AsSpan(block * Words * Count, Words * Count), state);
        }

        for (var i = 0; i < state.Length; i++)
        {
            state[i].CopyTo(_result.AsSpan(i * Count));
        }
    }

    public void Take(int lane, Span<byte> hash)
    {
        for (var i = 0; i < Initial.Length; i++)
        {
            BinaryPrimitives.WriteUInt32BigEndian(hash[(i * sizeof(uint))..], _result[(i * Count) + lane]);
        }
    }

    private static void Compress(ReadOnlySpan<uint> words, Span<Vector512<uint>> state)
    {
        Span<Vector512<uint>> w = stackalloc Vector512<uint>[Words];
        for (var t = 0; t < Words; t++)
        {
            w[t] = Vector512.Create(words.Slice(t * Count, Count));
        }

        var (a, b, c, d) = (state[0], state[1], state[2], state[3]);
        var (e, f, g, h) = (state[4], state[5], state[6], state[7]);
        for (var t = 0; t < Constants.Length; t++)
        {
            if (t >= Words)
            {
                var (early, late) = (w[(t + 1) % Words], w[(t + 14) % Words]);
                w[t % Words] += w[(t + 9) % Words]
                    + Xor3(Rotate(early, 7), Rotate(early, 18), Avx512F.ShiftRightLogical(early, 3))
                    + Xor3(Rotate(late, 17), Rotate(late, 19), Avx512F.ShiftRightLogical(late, 10));
            }

            var one = h + Xor3(Rotate(e, 6), Rotate(e, 11), Rotate(e, 25)) + Avx512F.TernaryLogic(e, f, g, Choose)
                + Vector512.Create(Constants[t]) + w[t % Words];
            var two = Xor3(Rotate(a, 2), Rotate(a, 13), Rotate(a, 22)) + Avx512F.TernaryLogic(a, b, c, Majority);
            (h, g, f, e, d, c, b, a) = (g, f, e, d + one, c, b, a, one + two);
        }

        (state[0], state[1], state[2], state[3]) = (state[0] + a, state[1] + b, state[2] + c, state[3] + d);
        (state[4], state[5], state[6], state[7]) = (state[4] + e, state[5] + f, state[6] + g, state[7] + h);
    }

    private static Vector512<uint> Rotate(Vector512<uint> value, [System.Diagnostics.CodeAnalysis.ConstantExpected] byte bits) =>
        Avx512F.RotateRight(value, bits);

    private static Vector512<uint> Xor3(Vector512<uint> one, Vector512<uint> two, Vector512<uint> three) =>
        Avx512F.TernaryLogic(one, two, three, Xor);
}
