using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>
/// Walks over the bytes of an object that its structure depends on: delimiters, number signs, and the beginnings of <c>end</c>,
/// <c>str</c> and <c>obj</c>, which the words that end an object have. The scan skips the bytes between them, 64 at a time.
/// </summary>
internal ref struct ObjectMarks
{
    /// <summary>So many bytes can be read from a mark on.</summary>
    public const int LookAhead = 9;

    private const int BlockLength = ByteTriples<Beginnings>.BlockLength;

    private readonly ReadOnlySpan<byte> _bytes;
    private int _block;
    private ulong _mask;

    public ObjectMarks(ReadOnlySpan<byte> bytes, int at)
    {
        _bytes = bytes;
        Load(at);
    }

    /// <returns>The place of the next mark; -1 when the bytes end before or soon after it.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Next()
    {
        while (_mask == 0)
        {
            if (!Load(_block + BlockLength))
            {
                return -1;
            }
        }

        var at = _block + BitOperations.TrailingZeroCount(_mask);
        _mask &= _mask - 1;
        return at;
    }

    /// <summary>Passes over the marks before a place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SkipTo(int at)
    {
        if (at - _block < BlockLength)
        {
            _mask &= ulong.MaxValue << (at - _block);
        }
        else
        {
            Load(at);
        }
    }

    private bool Load(int block)
    {
        _block = block;
        if (block + BlockLength + LookAhead > _bytes.Length)
        {
            _mask = 0;
            return false;
        }

        _mask = ByteTriples<Beginnings>.Match(ref Unsafe.Add(ref MemoryMarshal.GetReference(_bytes), block));
        return true;
    }

    private readonly struct Beginnings : ITripleRows
    {
        // The delimiters have a row for each high digit, so that a row matches nothing else.
        static (string First, string? Second, string? Third)[] ITripleRows.Rows =>
        [
            ("()%#/", null, null),
            ("<>", null, null),
            ("[]", null, null),
            ("e", "n", "d"),
            ("s", "t", "r"),
            ("o", "b", "j"),
        ];
    }
}
