using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Sigma.Engine.Records;

/// <summary>The relevant names within an object. An unknown name costs a check of its length, or one probe.</summary>
internal sealed class NameTable
{
    private readonly Entry[] _entries;
    private readonly ulong _lengths;
    private readonly int _mask;

    public NameTable(IReadOnlyList<(byte[] Name, int Node)> names)
    {
        _entries = new Entry[BitOperations.RoundUpToPowerOf2((uint)Math.Max(names.Count * 4, 4))];
        _mask = _entries.Length - 1;
        foreach (var (name, node) in names)
        {
            _lengths |= 1UL << Math.Min(name.Length, 63);
            Words(name, 0, name.Length, out var first, out var last);
            var at = Slot(first, last, name.Length);
            while (_entries[at].Name is not null)
            {
                at = (at + 1) & _mask;
            }

            _entries[at] = new(first, last, name, node);
        }
    }

    /// <returns>-1 when the name is not relevant.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Find(ReadOnlySpan<byte> text, int start, int length) =>
        (_lengths >> Math.Min(length, 63) & 1) == 0 ? -1 : Probe(text, start, length);

    private int Probe(ReadOnlySpan<byte> text, int start, int length)
    {
        Words(text, start, length, out var first, out var last);
        for (var at = Slot(first, last, length); ; at = (at + 1) & _mask)
        {
            ref var entry = ref _entries[at];
            if (entry.Name is not { } name)
            {
                return -1;
            }

            if (entry.First == first && entry.Last == last && name.Length == length
                && (length <= 16 || text.Slice(start, length).SequenceEqual(name)))
            {
                return entry.Node;
            }
        }
    }

    /// <summary>The first and the last eight bytes; for a shorter name all of its bytes, padded.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Words(ReadOnlySpan<byte> text, int start, int length, out ulong first, out ulong last)
    {
        ref var begin = ref Unsafe.Add(ref MemoryMarshal.GetReference(text), start);
        if (length >= 8)
        {
            first = Unsafe.ReadUnaligned<ulong>(ref begin);
            last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref begin, length - 8));
            return;
        }

        last = 0;
        if (start + 8 <= text.Length)
        {
            first = Unsafe.ReadUnaligned<ulong>(ref begin) & ((1UL << (length * 8)) - 1);
            return;
        }

        first = 0;
        for (var i = 0; i < length; i++)
        {
            first |= (ulong)Unsafe.Add(ref begin, i) << (i * 8);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Slot(ulong first, ulong last, int length) =>
        (int)((((first ^ BitOperations.RotateLeft(last, 29)) + (ulong)length) * 0x9E37_79B9_7F4A_7C15) >> 40) & _mask;

    private readonly record struct Entry(ulong First, ulong Last, byte[]? Name, int Node);
}
