using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Analyzer.Engines.Pdf;

/// <summary>Finds the few places where a keyword can be: those of three bytes that no keyword does without.</summary>
/// <remarks>
/// In each of <see cref="Rows"/> a byte is chosen by its high and by its low hex digit independently (which makes the third column a
/// little wider than it reads). So six look-ups in tables of 16 bytes, one per digit, each giving a bit for every row that the digit
/// fits, are ANDed: a bit is left where a row fits as a whole. Sixteen or more such look-ups are one instruction on a processor with
/// byte shuffles.
/// </remarks>
internal static class PdfAnchors
{
    /// <summary>How many bytes one mask is for.</summary>
    public const int BlockLength = 64;

    /// <summary>How many bytes after a block its mask depends on.</summary>
    public const int LookAhead = 2;

    // The bytes that can stand in the three places; null for any. A number sign stands for the solidus because a name goes on behind
    // one that is no hex code (PdfWordReader, rule 4), and for a letter because it can begin its hex code.
    private static readonly (string First, string Second, string? Third)[] Rows =
    [
        ("/#", "#", null), // a name that begins with a hex code
        ("/#", "AE", "cAmn#"), // /AA /AcroForm /EmbeddedFile /Encrypt
        ("/#", "CJLO", "SaBbpo#"), // /Colors /JS /JavaScript /JBIG2Decode /Launch /ObjStm /OpenAction
        ("/#", "PRX", "aiF#"), // /Page /RichMedia /XFA
        ("b", "j", null), // obj endobj
        ("tx", "r", "ae"), // stream endstream trailer xref startxref
    ];

    private static readonly Vector128<byte> FirstLow = Table(row => row.First, value => value & 0xF);
    private static readonly Vector128<byte> FirstHigh = Table(row => row.First, value => value >> 4);
    private static readonly Vector128<byte> SecondLow = Table(row => row.Second, value => value & 0xF);
    private static readonly Vector128<byte> SecondHigh = Table(row => row.Second, value => value >> 4);
    private static readonly Vector128<byte> ThirdLow = Table(row => row.Third, value => value & 0xF);
    private static readonly Vector128<byte> ThirdHigh = Table(row => row.Third, value => value >> 4);

    /// <summary>How many masks there are for so many bytes.</summary>
    public static int MaskCount(int bytes) => (bytes + BlockLength - 1) / BlockLength;

    /// <param name="masks">One for each block: a bit for each byte at which an anchor begins, the lowest for the first byte.</param>
    public static void Find(ReadOnlySpan<byte> bytes, Span<ulong> masks)
    {
        ref var start = ref MemoryMarshal.GetReference(bytes);
        var block = 0;
        for (; block + BlockLength + LookAhead <= bytes.Length; block += BlockLength)
        {
            masks[block / BlockLength] = Match(ref Unsafe.Add(ref start, block));
        }

        FindLast(bytes[block..], masks[(block / BlockLength)..]);
    }

    /// <summary>The same for less than a block and what is to be seen after it, as if zeros followed.</summary>
    public static void FindLast(ReadOnlySpan<byte> bytes, Span<ulong> masks)
    {
        Span<byte> padded = stackalloc byte[(2 * BlockLength) + LookAhead];
        bytes.CopyTo(padded);
        for (var block = 0; block < bytes.Length; block += BlockLength)
        {
            masks[block / BlockLength] = Match(ref padded[block]);
        }
    }

    /// <summary>The mask of one block; reads <see cref="BlockLength"/> + <see cref="LookAhead"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Match(ref byte start) => Avx2.IsSupported
        ? Match256(ref start, 0) | ((ulong)Match256(ref start, 32) << 32)
        : Match128(ref start);

    /// <summary>The same without 256-bit vectors.</summary>
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

    private static Vector128<byte> Table(Func<(string First, string Second, string? Third), string?> column, Func<int, int> digit)
    {
        Span<byte> table = stackalloc byte[16];
        for (var row = 0; row < Rows.Length; row++)
        {
            foreach (var value in column(Rows[row])?.Select(letter => (int)letter) ?? Enumerable.Range(0, 256))
            {
                table[digit(value)] |= (byte)(1 << row);
            }
        }

        return Vector128.Create<byte>(table);
    }
}
