namespace Analyzer.Engines.Content;

/// <summary>How often each byte value occurs, and the Shannon entropy that follows from it.</summary>
internal sealed class ByteHistogram
{
    private readonly long[] _counts = new long[256];

    public void Add(ReadOnlySpan<byte> bytes)
    {
        var counts = _counts;
        foreach (var value in bytes)
        {
            counts[value]++;
        }
    }

    /// <summary>Bits per byte, 0 to 8; 0 for no bytes at all (C. E. Shannon, A Mathematical Theory of Communication, 1948, section 6).</summary>
    public double Entropy()
    {
        var total = (double)_counts.Sum();
        var entropy = 0.0;
        foreach (var count in _counts)
        {
            if (count > 0)
            {
                entropy -= count / total * Math.Log2(count / total);
            }
        }

        return entropy;
    }
}
