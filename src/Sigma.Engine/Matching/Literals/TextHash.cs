using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Sigma.Engine.Matching.Literals;

internal static class TextHash
{
    private const ulong Factor = 0x9E37_79B9_7F4A_7C15;

    public static ulong Of(ReadOnlySpan<byte> text)
    {
        ref var begin = ref MemoryMarshal.GetReference(text);
        var hash = (ulong)text.Length * Factor;
        var at = 0;
        for (; at + 8 <= text.Length; at += 8)
        {
            hash = Mix(hash, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref begin, at)));
        }

        var rest = 0UL;
        for (; at < text.Length; at++)
        {
            rest = (rest << 8) | Unsafe.Add(ref begin, at);
        }

        return Mix(hash, rest);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Mix(ulong hash, ulong word)
    {
        var product = (hash ^ word) * Factor;
        return product ^ BitOperations.RotateLeft(product, 31);
    }
}
