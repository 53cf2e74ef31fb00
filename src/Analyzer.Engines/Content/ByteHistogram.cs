using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Analyzer.Engines.Pdf;

namespace Analyzer.Engines.Content;

/// <summary>How often each byte value occurs, and the Shannon entropy that follows from it.</summary>
internal sealed class ByteHistogram
{
    private const int Values = 256;
    private const int Step = 8;
    private const int RememberedTerms = 64;

    // A processor cannot increment one counter twice in a row at full speed: runs of one value are spread over four tables.
    private readonly uint[] _recent = new uint[4 * Values];
    private readonly long[] _totals = new long[Values];
    private uint _recentCount;

    // Inlined, these two loops would run short of registers in some callers, and take a seventh longer.
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
    /// The same, and <see cref="PdfAnchors.Find"/> on the way: counting waits for one store per byte, and a processor has the time
    /// between for that search.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Add(ReadOnlySpan<byte> bytes, Span<ulong> anchors)
    {
        Reserve(bytes.Length);
        ref var counts = ref MemoryMarshal.GetArrayDataReference(_recent);
        ref var at = ref MemoryMarshal.GetReference(bytes);
        var blocks = Math.Max(0, bytes.Length - PdfAnchors.LookAhead) / PdfAnchors.BlockLength;
        for (var block = 0; block < blocks; block++)
        {
            anchors[block] = PdfAnchors.Match(ref at);
            ref var end = ref Unsafe.Add(ref at, PdfAnchors.BlockLength);
            for (; Unsafe.IsAddressLessThan(ref at, ref end); at = ref Unsafe.Add(ref at, Step))
            {
                AddStep(ref counts, ref at);
            }
        }

        var rest = bytes[(blocks * PdfAnchors.BlockLength)..];
        PdfAnchors.FindLast(rest, anchors[blocks..]);
        AddRest(rest);
    }

    /// <summary>Whether any of the bytes is one that no text has (WHATWG MIME Sniffing, section 3: binary data byte).</summary>
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

        // In a small file many values are as frequent as others, and a logarithm costs more than the rest.
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

    /// <summary>For another file.</summary>
    public void Clear()
    {
        Array.Clear(_recent);
        Array.Clear(_totals);
        _recentCount = 0;
    }

    private static double Term(long count, double total)
    {
        var share = count / total;
        return share * Math.Log2(share);
    }

    // References, not indexes, and a load per byte: the JIT makes three instructions of each line, where an index or a shift takes six,
    // and the loop runs at a byte per cycle, which is what a processor can store.
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
            _totals[value] += (long)_recent[value] + _recent[Values + value] + _recent[(2 * Values) + value] + _recent[(3 * Values) + value];
        }

        Array.Clear(_recent);
        _recentCount = 0;
    }
}
