using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Analyzer.Engines.Content;

/// <summary>Counts how often each byte value occurs, and computes the Shannon entropy from the counts.</summary>
internal sealed class ByteHistogram
{
    private const int Values = 256;
    private const int Step = 8;
    private const int RememberedTerms = 64;

    // A processor cannot increment one counter twice in a row at full speed: runs of one value are spread over four tables.
    private readonly uint[] _recent = new uint[4 * Values];
    private readonly long[] _totals = new long[Values];
    private uint _recentCount;

    // When these two loops are inlined, some callers run short of registers, and they take a seventh longer.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Add(ReadOnlySpan<byte> bytes)
    {
        Reserve(bytes.Length);
        ref var counts = ref MemoryMarshal.GetArrayDataReference(_recent);
        ref var at = ref MemoryMarshal.GetReference(bytes);
        ref var end = ref Unsafe.Add(ref at, bytes.Length & ~(Step - 1));
        for (; Unsafe.IsAddressLessThan(ref at, ref end); at = ref Unsafe.Add(ref at, Step))
        {
            AddStep(ref counts, ref at);
        }

        AddRest(bytes[(bytes.Length & ~(Step - 1))..]);
    }

    /// <summary>
    /// Counts the bytes and matches each block of them on the way: counting waits for one store per byte, and the
    /// processor has time for that search in between.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Add<TMatcher>(ReadOnlySpan<byte> bytes, Span<ulong> masks)
        where TMatcher : struct, IBlockMatcher
    {
        Reserve(bytes.Length);
        ref var counts = ref MemoryMarshal.GetArrayDataReference(_recent);
        ref var at = ref MemoryMarshal.GetReference(bytes);
        var blocks = Math.Max(0, bytes.Length - TMatcher.LookAhead) / TMatcher.BlockLength;
        for (var block = 0; block < blocks; block++)
        {
            masks[block] = TMatcher.Match(ref at);
            ref var end = ref Unsafe.Add(ref at, TMatcher.BlockLength);
            for (; Unsafe.IsAddressLessThan(ref at, ref end); at = ref Unsafe.Add(ref at, Step))
            {
                AddStep(ref counts, ref at);
            }
        }

        var rest = bytes[(blocks * TMatcher.BlockLength)..];
        TMatcher.FindLast(rest, masks[blocks..]);
        AddRest(rest);
    }

    /// <summary>Whether one of the bytes is a binary data byte, which no text has (WHATWG MIME Sniffing, section 3).</summary>
    public bool HasBinaryBytes()
    {
        Fold();
        return _totals.AsSpan(0x00, 9).ContainsAnyExcept(0) || _totals[0x0B] != 0 ||
            _totals.AsSpan(0x0E, 13).ContainsAnyExcept(0) || _totals.AsSpan(0x1C, 4).ContainsAnyExcept(0);
    }

    /// <summary>Bits per byte, 0 to 8; 0 for no bytes (Shannon, A Mathematical Theory of Communication, 1948, section 6).</summary>
    public double Entropy()
    {
        Fold();
        var total = (double)_totals.Sum();
        var entropy = 0.0;

        // In a small file many values are equally frequent, and a logarithm costs more than everything else here.
        Span<double> terms = stackalloc double[RememberedTerms];
        terms.Clear();
        foreach (var count in _totals)
        {
            if (count >= RememberedTerms)
            {
                entropy -= Term(count, total);
            }
            else if (count > 0)
            {
                ref var term = ref terms[(int)count];
                term = term == 0 ? Term(count, total) : term;
                entropy -= term;
            }
        }

        return entropy;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Array.Clear(_recent);
        Array.Clear(_totals);
        _recentCount = 0;
    }

    // Where vectors are in use the logarithm of the C library takes ten times as long, 8 µs a file: the processor keeps the upper halves
    // of its registers for it. A method of its own is called without them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double Term(long count, double total)
    {
        var share = count / total;
        return share * Math.Log2(share);
    }

    // References instead of indexes, and one load per byte: the JIT makes three instructions of each line where an index or a shift
    // takes six, so the loop runs at one byte per cycle, which is as fast as a processor can store.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void AddStep(ref uint counts, ref byte at)
    {
        ref var counts1 = ref Unsafe.Add(ref counts, Values);
        ref var counts2 = ref Unsafe.Add(ref counts, 2 * Values);
        ref var counts3 = ref Unsafe.Add(ref counts, 3 * Values);
        Unsafe.Add(ref counts, (nuint)at)++;
        Unsafe.Add(ref counts1, (nuint)Unsafe.Add(ref at, 1))++;
        Unsafe.Add(ref counts2, (nuint)Unsafe.Add(ref at, 2))++;
        Unsafe.Add(ref counts3, (nuint)Unsafe.Add(ref at, 3))++;
        Unsafe.Add(ref counts, (nuint)Unsafe.Add(ref at, 4))++;
        Unsafe.Add(ref counts1, (nuint)Unsafe.Add(ref at, 5))++;
        Unsafe.Add(ref counts2, (nuint)Unsafe.Add(ref at, 6))++;
        Unsafe.Add(ref counts3, (nuint)Unsafe.Add(ref at, 7))++;
    }

    private void AddRest(ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes)
        {
            _recent[value]++;
        }
    }

    // 32 bits are enough for a counter until 4 GB have been added.
    private void Reserve(int bytes)
    {
        if (uint.MaxValue - _recentCount < bytes)
        {
            Fold();
        }

        _recentCount += (uint)bytes;
    }

    private void Fold()
    {
        if (_recentCount == 0)
        {
            return;
        }

        for (var value = 0; value < Values; value++)
        {
            _totals[value] += (long)_recent[value] + _recent[Values + value]
                + _recent[(2 * Values) + value] + _recent[(3 * Values) + value];
        }

        Array.Clear(_recent);
        _recentCount = 0;
    }
}

/// <summary>Finds something in blocks of bytes; a struct, so that the runtime compiles it into the loop that counts.</summary>
internal interface IBlockMatcher
{
    /// <summary>The number of bytes that one mask covers.</summary>
    static abstract int BlockLength { get; }

    /// <summary>The number of bytes after a block that its mask depends on.</summary>
    static abstract int LookAhead { get; }

    /// <summary>Gives the mask of one block; reads the bytes that it looks ahead to as well.</summary>
    static abstract ulong Match(ref byte start);

    /// <summary>Finds in the last, incomplete blocks, as if zeros followed.</summary>
    static abstract void FindLast(ReadOnlySpan<byte> bytes, Span<ulong> masks);
}
