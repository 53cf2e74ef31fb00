using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Sigma.Engine.Matching.Literals;

/// <summary>
/// Finds literals inside values by a piece of each, of two or four bytes. A bit table is probed at every position, four at a time; the
/// literals are compared only where a bit is set.
/// </summary>
internal sealed class GramTable
{
    private const uint Factor = 0x9E37_79B1;

    private readonly uint _mask;
    private readonly int _shift;
    private readonly ulong[] _bits;
    private readonly (uint Gram, int First, int Count)[] _buckets;
    private readonly int _bucketMask;
    private readonly int _bucketShift;
    private readonly (byte[] Text, int Offset, int Literal)[] _entries;

    /// <param name="literals">Each with the offset of its piece.</param>
    /// <param name="length">The length of the pieces.</param>
    public GramTable(IReadOnlyList<(byte[] Text, int Offset, int Literal)> literals, int length)
    {
        Length = length;
        _mask = length == 4 ? uint.MaxValue : (1u << (length * 8)) - 1;
        var bits = Math.Clamp(BitOperations.Log2((uint)literals.Count) + 8, 10, 18);
        _shift = 32 - bits;
        _bits = new ulong[1 << (bits - 6)];
        var groups = literals.GroupBy(literal => Gram(literal.Text, literal.Offset, length)).ToList();
        _buckets = new (uint, int, int)[BitOperations.RoundUpToPowerOf2((uint)groups.Count * 2)];
        _bucketMask = _buckets.Length - 1;
        _bucketShift = 32 - BitOperations.Log2((uint)_buckets.Length);
        _entries = new (byte[], int, int)[literals.Count];
        var next = 0;
        foreach (var group in groups)
        {
            var hash = group.Key * Factor >> _shift;
            _bits[hash >> 6] |= 1UL << (int)hash;
            var at = Bucket(group.Key);
            while (_buckets[at].Count > 0)
            {
                at = (at + 1) & _bucketMask;
            }

            _buckets[at] = (group.Key, next, group.Count());
            foreach (var entry in group)
            {
                _entries[next++] = entry;
            }
        }
    }

    public int Length { get; }

    public static uint Gram(ReadOnlySpan<byte> text, int at, int length)
    {
        var gram = 0u;
        for (var i = 0; i < length; i++)
        {
            gram |= (uint)text[at + i] << (i * 8);
        }

        return gram;
    }

    /// <param name="buffer">The value, and at least four bytes after it.</param>
    /// <param name="length">The length of the value.</param>
    /// <param name="steps">The comparisons that are left.</param>
    /// <param name="hits">Gets the found literals.</param>
    /// <returns>False when there were too many comparisons, so that part of the value was not searched.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public bool Find(ReadOnlySpan<byte> buffer, int length, ref int steps, ILiteralHits hits)
    {
        ref var begin = ref MemoryMarshal.GetReference(buffer);
        ref var bits = ref MemoryMarshal.GetArrayDataReference(_bits);
        var (mask, shift) = (_mask, _shift);
        nint at = 0;
        nint end = length - Length + 1;
        for (; at + 4 <= end; at += 4)
        {
            var any = Bit(ref begin, at, ref bits, mask, shift) | Bit(ref begin, at + 1, ref bits, mask, shift)
                | Bit(ref begin, at + 2, ref bits, mask, shift) | Bit(ref begin, at + 3, ref bits, mask, shift);
            if ((any & 1) != 0 && !CompareAll(buffer[..length], at, at + 4, ref steps, hits))
            {
                return false;
            }
        }

        return at >= end || CompareAll(buffer[..length], at, end, ref steps, hits);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Bit(ref byte begin, nint at, ref ulong bits, uint mask, int shift)
    {
        var hash = (Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref begin, at)) & mask) * Factor >> shift;
        return Unsafe.Add(ref bits, hash >> 6) >> (int)hash;
    }

    /// <summary>Compares the literals at some positions, if their bits are set.</summary>
    private bool CompareAll(ReadOnlySpan<byte> value, nint begin, nint end, ref int steps, ILiteralHits hits)
    {
        for (var at = begin; at < end; at++)
        {
            ref var first = ref MemoryMarshal.GetReference(value);
            if ((Bit(ref first, at, ref MemoryMarshal.GetArrayDataReference(_bits), _mask, _shift) & 1) != 0
                && !Compare(value, (int)at, Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref first, at)) & _mask, ref steps, hits))
            {
                return false;
            }
        }

        return true;
    }

    private bool Compare(ReadOnlySpan<byte> value, int at, uint gram, ref int steps, ILiteralHits hits)
    {
        for (var bucket = Bucket(gram); _buckets[bucket].Count > 0; bucket = (bucket + 1) & _bucketMask)
        {
            var (known, first, count) = _buckets[bucket];
            if (known != gram)
            {
                if (--steps < 0)
                {
                    return false;
                }

                continue;
            }

            for (var i = first; i < first + count; i++)
            {
                ref var entry = ref _entries[i];
                if (--steps < 0)
                {
                    return false;
                }

                if (at >= entry.Offset && value[(at - entry.Offset)..].StartsWith(entry.Text))
                {
                    hits.Hit(entry.Literal);
                }
            }

            return true;
        }

        return true;
    }

    /// <summary>The high bits, which depend on all bytes of the piece.</summary>
    private int Bucket(uint gram) => (int)(gram * Factor >> _bucketShift);
}
