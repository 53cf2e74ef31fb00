using System.Numerics;

namespace Journal.Log.Indexing;

/// <summary>A Bloom filter over all runs of four bytes in some messages. Letters of ASCII count without their case.</summary>
/// <remarks>
/// Few bits for each run are enough, because what is searched for has many runs: with half of the bits set, a word that is not there passes
/// with a probability of one half for each of its runs.
/// </remarks>
internal readonly struct GramFilter(int hashes, ReadOnlyMemory<byte> bits)
{
    public const int GramBytes = 4;
    public const int MaxHashes = 4;
    private const int MinBytes = 8;
    private const int MaxBitsEach = 12;

    public int Hashes => hashes;

    public ReadOnlyMemory<byte> Bits => bits;

    /// <param name="grams">What it holds.</param>
    /// <param name="budget">The most bytes that it may take, if that is more than a few.</param>
    public static GramFilter Make(GramSet grams, int budget)
    {
        var size = Math.Max(MinBytes, Math.Min(budget, ((MaxBitsEach * grams.Count) + 7) / 8));
        var hashes = Math.Clamp((int)Math.Round(0.693 * 8 * size / Math.Max(1, grams.Count)), 1, MaxHashes);
        var bits = new byte[size];
        foreach (var gram in grams.All())
        {
            for (var i = 0; i < hashes; i++)
            {
                var at = Place(gram, i, size);
                bits[at >> 3] |= (byte)(1 << (at & 7));
            }
        }

        return new(hashes, bits);
    }

    /// <summary>The runs of a text that is searched for; none if it is too short.</summary>
    public static uint[] GramsOf(ReadOnlySpan<byte> text)
    {
        var grams = new GramSet();
        grams.Add(text);
        return [.. grams.All()];
    }

    /// <summary>Whether all of them may be there.</summary>
    public bool MayHold(ReadOnlySpan<uint> grams)
    {
        var bytes = bits.Span;
        foreach (var gram in grams)
        {
            for (var i = 0; i < hashes; i++)
            {
                var at = Place(gram, i, bytes.Length);
                if ((bytes[at >> 3] & (1 << (at & 7))) == 0)
                {
                    return false;
                }
            }
        }

        return true;
    }

    /// <summary>A bit, evenly spread over the filter: Murmur3's finalizer, with another seed for each hash.</summary>
    private static int Place(uint gram, int hash, int bytes)
    {
        var h = gram + ((uint)hash * 0x9E3779B9);
        h = (h ^ (h >> 16)) * 0x85EBCA6B;
        h = (h ^ (h >> 13)) * 0xC2B2AE35;
        h ^= h >> 16;
        return (int)(((ulong)h * ((ulong)bytes * 8)) >> 32);
    }
}

/// <summary>The distinct runs of four bytes of some texts.</summary>
internal sealed class GramSet
{
    private uint[] _table = new uint[1 << 12];
    private bool _hasZero;
    private int _used;

    public int Count => _used + (_hasZero ? 1 : 0);

    public void Clear()
    {
        Array.Clear(_table);
        (_hasZero, _used) = (false, 0);
    }

    public void Add(ReadOnlySpan<byte> text)
    {
        var gram = 0U;
        for (var i = 0; i < text.Length; i++)
        {
            var letter = text[i];
            gram = (gram << 8) | (uint)(letter - 'A' < 26U && letter >= 'A' ? letter | 0x20 : letter);
            if (i >= GramFilter.GramBytes - 1)
            {
                Add(gram);
            }
        }
    }

    public IEnumerable<uint> All() => _table.Where(gram => gram != 0).Concat(_hasZero ? [0U] : []);

    private void Add(uint gram)
    {
        if (gram == 0)
        {
            _hasZero = true;
            return;
        }

        var mask = _table.Length - 1;
        var shift = 32 - BitOperations.Log2((uint)_table.Length);
        for (var at = (int)((gram * 0x9E3779B1) >> shift); ; at = (at + 1) & mask)
        {
            if (_table[at] == gram)
            {
                return;
            }

            if (_table[at] == 0)
            {
                _table[at] = gram;
                if (++_used > _table.Length / 2)
                {
                    Grow();
                }

                return;
            }
        }
    }

    private void Grow()
    {
        var old = _table;
        _table = new uint[2 * old.Length];
        _used = 0;
        foreach (var gram in old)
        {
            if (gram != 0)
            {
                Add(gram);
            }
        }
    }
}
