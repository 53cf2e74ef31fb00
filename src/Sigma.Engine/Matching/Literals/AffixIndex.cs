using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Sigma.Engine.Matching.Literals;

/// <summary>
/// Finds all literals with which values begin, or end. For nearly all values a table over their eight outermost bytes shows that there is
/// none; otherwise a binary search finds the longest one, from which links lead to those with which it begins itself.
/// </summary>
internal sealed class AffixIndex
{
    private const int WordBytes = 8;

    private readonly bool _isSuffix;
    private readonly byte[][] _texts;
    private readonly int[] _literals;
    private readonly int[] _shorter;
    private readonly int[] _lengths;
    private readonly ulong[] _words;
    private readonly int _mask;

    /// <param name="literals">Different ones, none empty.</param>
    /// <param name="isSuffix">Whether values end with the literals; otherwise they begin with them.</param>
    public AffixIndex(IReadOnlyList<(byte[] Text, int Literal)> literals, bool isSuffix)
    {
        _isSuffix = isSuffix;
        var sorted = literals.OrderBy(literal => literal.Text, Comparer<byte[]>.Create((one, other) => Compare(one, other))).ToList();
        _texts = [.. sorted.Select(literal => literal.Text)];
        _literals = [.. sorted.Select(literal => literal.Literal)];
        _shorter = Link(_texts, isSuffix);
        _lengths = [.. _texts.Select(text => Math.Min(text.Length, WordBytes)).Distinct()];
        _words = new ulong[BitOperations.RoundUpToPowerOf2((uint)(_texts.Length * 4) + 1)];
        _mask = _words.Length - 1;
        foreach (var text in _texts)
        {
            var length = Math.Min(text.Length, WordBytes);
            var word = Key(Word(text), length);
            var at = Slot(word);
            while (_words[at] != 0 && _words[at] != word)
            {
                at = (at + 1) & _mask;
            }

            _words[at] = word;
        }
    }

    public void Find(ReadOnlySpan<byte> value, ILiteralHits hits)
    {
        var word = Word(value);
        foreach (var length in _lengths)
        {
            if (length <= value.Length && Contains(Key(word, length)))
            {
                Search(value, hits);
                return;
            }
        }
    }

    private void Search(ReadOnlySpan<byte> value, ILiteralHits hits)
    {
        var (low, high) = (0, _texts.Length);
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (Compare(_texts[middle], value) <= 0)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        var at = low - 1;
        while (at >= 0 && !IsAffix(_texts[at], value))
        {
            at = _shorter[at];
        }

        // If one was found before, the literals with which it begins were found too.
        while (at >= 0 && hits.Hit(_literals[at]))
        {
            at = _shorter[at];
        }
    }

    private bool Contains(ulong word)
    {
        for (var at = Slot(word); _words[at] != 0; at = (at + 1) & _mask)
        {
            if (_words[at] == word)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The first or the last eight bytes, the outermost in the highest byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong Word(ReadOnlySpan<byte> text)
    {
        if (text.Length >= WordBytes)
        {
            ref var begin = ref Unsafe.Add(ref MemoryMarshal.GetReference(text), _isSuffix ? text.Length - WordBytes : 0);
            var word = Unsafe.ReadUnaligned<ulong>(ref begin);
            return _isSuffix == BitConverter.IsLittleEndian ? word : BinaryReverse(word);
        }

        var assembled = 0UL;
        for (var i = 0; i < text.Length; i++)
        {
            assembled |= (ulong)text[_isSuffix ? text.Length - 1 - i : i] << (56 - (i * 8));
        }

        return assembled;
    }

    private static ulong BinaryReverse(ulong word) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(word);

    /// <summary>The outermost bytes, and their number: never 0, which means an empty slot.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Key(ulong word, int length) =>
        length == WordBytes ? TextHash.Mix(word, 8) | 1 : TextHash.Mix(word >> (64 - (length * 8)), (ulong)length) | 1;

    private int Slot(ulong word) => (int)(word >> 30) & _mask;

    private int Compare(ReadOnlySpan<byte> one, ReadOnlySpan<byte> other)
    {
        if (!_isSuffix)
        {
            return one.SequenceCompareTo(other);
        }

        var common = one.Length < other.Length ? one.Length : other.Length;
        for (var i = 1; i <= common; i++)
        {
            var order = one[^i].CompareTo(other[^i]);
            if (order != 0)
            {
                return order;
            }
        }

        return one.Length.CompareTo(other.Length);
    }

    private bool IsAffix(byte[] literal, ReadOnlySpan<byte> value) => _isSuffix ? value.EndsWith(literal) : value.StartsWith(literal);

    /// <summary>For each literal the longest other one with which it begins; -1 when there is none.</summary>
    private static int[] Link(byte[][] texts, bool isSuffix)
    {
        var links = new int[texts.Length];
        var open = new Stack<int>();
        for (var i = 0; i < texts.Length; i++)
        {
            while (open.TryPeek(out var top)
                && !(isSuffix ? texts[i].AsSpan().EndsWith(texts[top]) : texts[i].AsSpan().StartsWith(texts[top])))
            {
                open.Pop();
            }

            links[i] = open.TryPeek(out var shorter) ? shorter : -1;
            open.Push(i);
        }

        return links;
    }
}
