using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Journal.Features.Search;

/// <summary>Finds a text in bytes, where the case of ASCII letters does not matter.</summary>
/// <remarks>
/// Two of its letters, the rarest ones in logs, are compared at thirty-two places at once; the rest only where both are there.
/// </remarks>
internal sealed class FoldedBytes
{
    /// <summary>From the most frequent in logs to the rarest; what is missing here is rarer.</summary>
    private static readonly byte[] Frequent = " e0t1ainosr2d:c-l3.5mup4h67/89gfy=bv[]kw"u8.ToArray();

    private readonly byte[] _text;
    private readonly int _first;
    private readonly int _second;

    /// <param name="text">Not empty.</param>
    public FoldedBytes(ReadOnlySpan<byte> text)
    {
        _text = text.ToArray();
        for (var i = 0; i < _text.Length; i++)
        {
            _text[i] = Fold(_text[i]);
        }

        var byRarity = Enumerable.Range(0, _text.Length).OrderByDescending(at => Rarity(_text[at])).ToArray();
        (_first, _second) = (byRarity[0], byRarity[^1] == byRarity[0] ? byRarity[0] : byRarity[1]);
    }

    public bool IsIn(ReadOnlySpan<byte> bytes)
    {
        var places = bytes.Length - _text.Length + 1;
        var at = 0;
        ref var start = ref MemoryMarshal.GetReference(bytes);
        if (Vector256.IsHardwareAccelerated && places >= Vector256<byte>.Count)
        {
            var (one, two) = (Vector256.Create(_text[_first]), Vector256.Create(_text[_second]));
            var (foldOne, foldTwo) = (Vector256.Create(CaseOf(_text[_first])), Vector256.Create(CaseOf(_text[_second])));
            for (; at <= places - Vector256<byte>.Count; at += Vector256<byte>.Count)
            {
                var firsts = Vector256.LoadUnsafe(ref start, (nuint)(at + _first)) | foldOne;
                var seconds = Vector256.LoadUnsafe(ref start, (nuint)(at + _second)) | foldTwo;
                var both = (Vector256.Equals(firsts, one) & Vector256.Equals(seconds, two)).ExtractMostSignificantBits();
                for (; both != 0; both &= both - 1)
                {
                    if (Is(bytes.Slice(at + BitOperations.TrailingZeroCount(both), _text.Length)))
                    {
                        return true;
                    }
                }
            }
        }

        for (; at < places; at++)
        {
            if (Is(bytes.Slice(at, _text.Length)))
            {
                return true;
            }
        }

        return false;
    }

    private bool Is(ReadOnlySpan<byte> bytes) => bytes[_first] is var letter && Fold(letter) == _text[_first]
        && Ascii.EqualsIgnoreCase(bytes, _text) | (!Ascii.IsValid(_text) && IsFolded(bytes));

    private bool IsFolded(ReadOnlySpan<byte> bytes)
    {
        for (var i = 0; i < _text.Length; i++)
        {
            if (Fold(bytes[i]) != _text[i])
            {
                return false;
            }
        }

        return true;
    }

    private static int Rarity(byte letter) => Array.IndexOf(Frequent, letter) is var at && at < 0 ? Frequent.Length : at;

    private static byte CaseOf(byte folded) => folded is >= (byte)'a' and <= (byte)'z' ? (byte)0x20 : (byte)0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte Fold(byte letter) => letter is >= (byte)'A' and <= (byte)'Z' ? (byte)(letter | 0x20) : letter;
}
