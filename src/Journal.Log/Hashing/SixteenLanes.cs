using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Journal.Log.Hashing;

/// <summary>Sixteen messages at once, with the rotations and the three-way logic of AVX-512.</summary>
internal sealed class SixteenLanes(int blocks) : Sha256Lanes(Lanes, blocks)
{
    private const int Lanes = 16;
    private const byte Xor = 0x96;      // a ^ b ^ c
    private const byte Choose = 0xCA;   // a ? b : c
    private const byte Majority = 0xE8; // two of three

    protected override void Compress(Span<uint> words, Span<uint> state)
    {
        Span<Vector512<uint>> w = stackalloc Vector512<uint>[Words];
        for (var t = 0; t < Words; t++)
        {
            w[t] = Vector512.Create(words.Slice(t * Lanes, Lanes));
        }

        var (a, b, c, d) = (At(state, 0), At(state, 1), At(state, 2), At(state, 3));
        var (e, f, g, h) = (At(state, 4), At(state, 5), At(state, 6), At(state, 7));
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

        ReadOnlySpan<Vector512<uint>> sums = [a, b, c, d, e, f, g, h];
        for (var i = 0; i < StateWords; i++)
        {
            (At(state, i) + sums[i]).CopyTo(state[(i * Lanes)..]);
        }
    }

    private static Vector512<uint> At(ReadOnlySpan<uint> state, int word) => Vector512.Create(state.Slice(word * Lanes, Lanes));

    private static Vector512<uint> Rotate(Vector512<uint> value, [ConstantExpected] byte bits) =>
        Avx512F.RotateRight(value, bits);

    private static Vector512<uint> Xor3(Vector512<uint> one, Vector512<uint> two, Vector512<uint> three) =>
        Avx512F.TernaryLogic(one, two, three, Xor);
}
