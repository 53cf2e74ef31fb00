namespace Load.Metrics;

/// <summary>One scrape of the service's metrics.</summary>
/// <param name="Latency">From asking to having read the last byte: Stopwatch ticks.</param>
/// <param name="Size">Bytes of the answer's body.</param>
internal readonly record struct TimedScrape(long Latency, long Size)
{
    /// <summary>What it took within the service, which says so: Stopwatch ticks; null when it did not.</summary>
    public long? WithinService { get; init; }
}
