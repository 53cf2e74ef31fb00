namespace Load.Statistics;

/// <summary>
/// Steele, Lea and Flood's generator (2014): tiny, fast, and the same on every runtime, which System.Random does not promise.
/// </summary>
internal struct SplitMix64(ulong seed)
{
    private ulong _state = seed;

    /// <summary>From 0 to below 1.</summary>
    public double Share() => (Next() >> 11) * (1.0 / (1UL << 53));

    public ulong Next()
    {
        _state += 0x9E3779B97F4A7C15;
        var z = _state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
