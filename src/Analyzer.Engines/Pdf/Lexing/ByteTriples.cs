using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>Says what <see cref="ByteTriples{TRows}"/> finds; a struct, so that the runtime compiles a matcher of its own for it.</summary>
internal interface ITripleRows
{
    /// <summary>The bytes that are possible in three successive places; null stands for any byte. There may be eight rows.</summary>
    static abstract (string First, string? Second, string? Third)[] Rows { get; }
}

/// <summary>Finds the places in 64 bytes where one of several rows fits three successive bytes.</summary>
/// <remarks>
/// A row matches the high and the low hex digit of a byte independently, so a place of several letters matches a little more than it
/// reads. Six look-ups in tables of 16 bytes, one per digit, each give one bit for every row that the digit fits. The six
/// results are ANDed: a bit remains where a whole row fits. A processor with byte shuffles does 16 or more look-ups in one instruction.
/// </remarks>
internal static class ByteTriples<TRows>
    where TRows : struct, ITripleRows
{
    public const int BlockLength = 64;

    /// <summary>The number of bytes after a block that its mask depends on.</summary>
    public const int LookAhead = 2;

    private static readonly Vector128<byte> FirstLow = Table(row => row.First, value => value & 0xF);
    private static readonly Vector128<byte> FirstHigh = Table(row => row.First, value => value >> 4);
    private static readonly Vector128<byte> SecondLow = Table(row => row.Second, value => value & 0xF);
    private static readonly Vector128<byte> SecondHigh = Table(row => row.Second, value => value >> 4);
    private static readonly Vector128<byte> ThirdLow = Table(row => row.Third, value => value & 0xF);
    private static readonly Vector128<byte> ThirdHigh = Table(row => row.Third, value => value >> 4);

    /// <summary>Gives the mask of one block: a bit for each byte at which a row begins to fit; the lowest is the first byte's.</summary>
    /// <param name="start">The first of <see cref="BlockLength"/> + <see cref="LookAhead"/> bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Match(ref byte start) => Avx2.IsSupported
        ? Match256(ref start, 0) | ((ulong)Match256(ref start, 32) << 32)
        : Match128(ref start);

    /// <summary>Gives the same mask without 256-bit vectors.</summary>
    public static ulong Match128(ref byte start) =>
        Match128(ref start, 0) | (Match128(ref start, 16) << 16) | (Match128(ref start, 32) << 32) | (Match128(ref start, 48) << 48);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Match256(ref byte start, nuint offset)
    {
        var rows = RowsOf(FirstLow, FirstHigh, Vector256.LoadUnsafe(ref start, offset)) &
            RowsOf(SecondLow, SecondHigh, Vector256.LoadUnsafe(ref start, offset + 1)) &
            RowsOf(ThirdLow, ThirdHigh, Vector256.LoadUnsafe(ref start, offset + 2));
        return ~Vector256.Equals(rows, Vector256<byte>.Zero).ExtractMostSignificantBits();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> RowsOf(Vector128<byte> low, Vector128<byte> high, Vector256<byte> bytes)
    {
        var digit = Vector256.Create((byte)0x0F);
        return Avx2.Shuffle(Vector256.Create(low, low), bytes & digit) &
            Avx2.Shuffle(Vector256.Create(high, high), (bytes.AsUInt16() >> 4).AsByte() & digit);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Match128(ref byte start, nuint offset)
    {
        var rows = RowsOf(FirstLow, FirstHigh, Vector128.LoadUnsafe(ref start, offset)) &
            RowsOf(SecondLow, SecondHigh, Vector128.LoadUnsafe(ref start, offset + 1)) &
            RowsOf(ThirdLow, ThirdHigh, Vector128.LoadUnsafe(ref start, offset + 2));
        return ~Vector128.Equals(rows, Vector128<byte>.Zero).ExtractMostSignificantBits() & 0xFFFF;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> RowsOf(Vector128<byte> low, Vector128<byte> high, Vector128<byte> bytes) =>
        Vector128.ShuffleNative(low, bytes & Vector128.Create((byte)0x0F)) & Vector128.ShuffleNative(high, bytes >> 4);

    private static Vector128<byte> Table(Func<(string First, string? Second, string? Third), string?> column, Func<int, int> digit)
    {
        Span<byte> table = stackalloc byte[16];
        var rows = TRows.Rows;
        for (var row = 0; row < rows.Length; row++)
        {
            foreach (var value in column(rows[row])?.Select(letter => (int)letter) ?? Enumerable.Range(0, 256))
            {
                table[digit(value)] |= (byte)(1 << row);
            }
        }

        return Vector128.Create<byte>(table);
    }
}
