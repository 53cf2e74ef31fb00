using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Journal.Log.Hashing;

/// <summary>Eight messages at once, with AVX2: it rotates by two shifts.</summary>
internal sealed class EightLanes(int blocks) : Sha256Lanes(Lanes, blocks)
{
    private const int Lanes = 8;
    private const int Unrolled = 8;

    protected override void Compress(Span<uint> words, Span<uint> state)
    {
        Span<Vector256<uint>> w = stackalloc Vector256<uint>[Words];
        for (var i = 0; i < Words; i++)
        {
            w[i] = At(words, i);
        }

        var (a, b, c, d) = (At(state, 0), At(state, 1), At(state, 2), At(state, 3));
        var (e, f, g, h) = (At(state, 4), At(state, 5), At(state, 6), At(state, 7));
        var constants = Constants.AsSpan();
        while (true)
        {
            // Eight rounds at a time: then variables change their names, and no value has to be moved.
            for (var t = 0; t < Words; t += Unrolled)
            {
                var k = constants.Slice(t, Unrolled);
                Round(a, b, c, ref d, e, f, g, ref h, w[t] + Vector256.Create(k[0]));
                Round(h, a, b, ref c, d, e, f, ref g, w[t + 1] + Vector256.Create(k[1]));
                Round(g, h, a, ref b, c, d, e, ref f, w[t + 2] + Vector256.Create(k[2]));
                Round(f, g, h, ref a, b, c, d, ref e, w[t + 3] + Vector256.Create(k[3]));
                Round(e, f, g, ref h, a, b, c, ref d, w[t + 4] + Vector256.Create(k[4]));
                Round(d, e, f, ref g, h, a, b, ref c, w[t + 5] + Vector256.Create(k[5]));
                Round(c, d, e, ref f, g, h, a, ref b, w[t + 6] + Vector256.Create(k[6]));
                Round(b, c, d, ref e, f, g, h, ref a, w[t + 7] + Vector256.Create(k[7]));
            }

            constants = constants[Words..];
            if (constants.IsEmpty)
            {
                break;
            }

            Schedule(w);
        }

        Add(state, 0, a);
        Add(state, 1, b);
        Add(state, 2, c);
        Add(state, 3, d);
        Add(state, 4, e);
        Add(state, 5, f);
        Add(state, 6, g);
        Add(state, 7, h);
    }

    /// <summary>The words of the next sixteen rounds.</summary>
    private static void Schedule(Span<Vector256<uint>> w)
    {
        for (var i = 0; i < Words; i++)
        {
            var (early, late) = (w[(i + 1) % Words], w[(i + 14) % Words]);
            w[i] += w[(i + 9) % Words]
                + (((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3))
                + (((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round(
        Vector256<uint> a, Vector256<uint> b, Vector256<uint> c, ref Vector256<uint> d, Vector256<uint> e, Vector256<uint> f,
        Vector256<uint> g, ref Vector256<uint> h, Vector256<uint> input)
    {
        var one = h + input + (g ^ (e & (f ^ g)))
            + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7)));
        d += one;
        h = one + ((a & b) | (c & (a | b)))
            + (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10)));
    }

    private static Vector256<uint> At(ReadOnlySpan<uint> words, int word) => Vector256.Create(words.Slice(word * Lanes, Lanes));

    private static void Add(Span<uint> state, int word, Vector256<uint> sum) =>
        (At(state, word) + sum).CopyTo(state.Slice(word * Lanes, Lanes));
}
