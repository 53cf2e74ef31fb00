using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Analyzer.Engines.Content;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>Finds the few places where a keyword can be, by three bytes that every keyword contains.</summary>
internal readonly struct PdfAnchors : IBlockMatcher, ITripleRows
{
    public const int BlockLength = ByteTriples<PdfAnchors>.BlockLength;
    public const int LookAhead = ByteTriples<PdfAnchors>.LookAhead;

    // A number sign replaces the solidus because a name continues after one that begins no hex code (PdfTokenizer, rule 4), and a letter
    // because it can begin that letter's hex code.
    static (string First, string? Second, string? Third)[] ITripleRows.Rows =>
    [
        ("/#", "#", null), // a name that begins with a hex code
        ("/#", "AE", "cAmn#"), // /AA /AcroForm /EmbeddedFile /Encrypt
        ("/#", "CJLO", "SaBbpo#"), // /Colors /JS /JavaScript /JBIG2Decode /Launch /ObjStm /OpenAction
        ("/#", "PRX", "aiF#"), // /Page /RichMedia /XFA
        ("b", "j", null), // obj endobj
        ("tx", "r", "ae"), // stream endstream trailer xref startxref
    ];

    static int IBlockMatcher.BlockLength => BlockLength;

    static int IBlockMatcher.LookAhead => LookAhead;

    /// <summary>The number of masks for this number of bytes.</summary>
    public static int MaskCount(int bytes) => (bytes + BlockLength - 1) / BlockLength;

    /// <param name="masks">One mask per block, with a bit for each byte at which an anchor begins; the lowest is the first byte's.</param>
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

    /// <summary>Finds the anchors in the last, incomplete blocks, as if zeros followed.</summary>
    public static void FindLast(ReadOnlySpan<byte> bytes, Span<ulong> masks)
    {
        Span<byte> padded = stackalloc byte[(2 * BlockLength) + LookAhead];
        bytes.CopyTo(padded);
        for (var block = 0; block < bytes.Length; block += BlockLength)
        {
            masks[block / BlockLength] = Match(ref padded[block]);
        }
    }

    /// <summary>Gives the mask of one block; reads <see cref="BlockLength"/> + <see cref="LookAhead"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Match(ref byte start) => ByteTriples<PdfAnchors>.Match(ref start);

    /// <summary>The place of the next anchor from there on; -1 when there is none.</summary>
    public static int Next(ReadOnlySpan<ulong> masks, int from)
    {
        var block = from / BlockLength;
        if (block >= masks.Length)
        {
            return -1;
        }

        var mask = masks[block] & (ulong.MaxValue << (from % BlockLength));
        if (mask == 0)
        {
            var skipped = masks[++block..].IndexOfAnyExcept(0UL);
            if (skipped < 0)
            {
                return -1;
            }

            block += skipped;
            mask = masks[block];
        }

        return (block * BlockLength) + BitOperations.TrailingZeroCount(mask);
    }
}
