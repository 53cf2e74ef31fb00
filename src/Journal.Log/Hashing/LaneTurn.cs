using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Journal.Log.Hashing;

/// <summary>
/// Transposes eight rows of eight words into eight columns, and reverses the bytes of each word (AVX2): messages become lanes, and lanes
/// become hashes. Written word by word, this takes a fifth of the time of the hash itself.
/// </summary>
internal static class LaneTurn
{
    public const int Rows = 8;
    private const int RowBytes = 32;

    /// <summary>The four bytes of each word, in reverse order.</summary>
    private static readonly Vector256<byte> Swapped = Vector256.Create(
        (byte)3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);

    /// <param name="source">The bytes, beginning with the first row.</param>
    /// <param name="sourceStride">Bytes from one row to the next.</param>
    /// <param name="target">The destination, beginning with the first column.</param>
    /// <param name="targetStride">Bytes from one column to the next.</param>
    public static void Turn(ReadOnlySpan<byte> source, int sourceStride, Span<byte> target, int targetStride)
    {
        var (row0, row1, row2, row3) =
            (Row(source, 0), Row(source, sourceStride), Row(source, 2 * sourceStride), Row(source, 3 * sourceStride));
        var (row4, row5, row6, row7) =
            (Row(source, 4 * sourceStride), Row(source, 5 * sourceStride), Row(source, 6 * sourceStride), Row(source, 7 * sourceStride));

        // Pairs of words of two rows, then of two pairs: each half of a vector has its own four columns until the halves are exchanged.
        var (low01, high01) = (Pairs(row0, row1), PairsAbove(row0, row1));
        var (low23, high23) = (Pairs(row2, row3), PairsAbove(row2, row3));
        var (low45, high45) = (Pairs(row4, row5), PairsAbove(row4, row5));
        var (low67, high67) = (Pairs(row6, row7), PairsAbove(row6, row7));
        Put(Avx2.UnpackLow(low01, low23), Avx2.UnpackLow(low45, low67), target, 0, targetStride);
        Put(Avx2.UnpackHigh(low01, low23), Avx2.UnpackHigh(low45, low67), target, 1, targetStride);
        Put(Avx2.UnpackLow(high01, high23), Avx2.UnpackLow(high45, high67), target, 2, targetStride);
        Put(Avx2.UnpackHigh(high01, high23), Avx2.UnpackHigh(high45, high67), target, 3, targetStride);
    }

    private static Vector256<uint> Row(ReadOnlySpan<byte> source, int at) =>
        Avx2.Shuffle(Vector256.Create(source.Slice(at, RowBytes)), Swapped).AsUInt32();

    private static Vector256<ulong> Pairs(Vector256<uint> one, Vector256<uint> two) => Avx2.UnpackLow(one, two).AsUInt64();

    private static Vector256<ulong> PairsAbove(Vector256<uint> one, Vector256<uint> two) => Avx2.UnpackHigh(one, two).AsUInt64();

    /// <summary>The lower halves make one column, the upper ones the column four further on.</summary>
    private static void Put(Vector256<ulong> upperRows, Vector256<ulong> lowerRows, Span<byte> target, int column, int stride)
    {
        Avx2.Permute2x128(upperRows, lowerRows, 0x20).AsByte().CopyTo(target[(column * stride)..]);
        Avx2.Permute2x128(upperRows, lowerRows, 0x31).AsByte().CopyTo(target[((column + 4) * stride)..]);
    }
}
