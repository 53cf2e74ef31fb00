using Load.Metrics;
using Load.Statistics;

namespace Load.Measured;

/// <summary>The scrapes of the service while a row was measured.</summary>
internal sealed class Scrapes
{
    private Scrapes(IReadOnlyList<TimedScrape> scrapes) =>
        (Latencies, LargestSize) = (new Latencies(scrapes.Select(scrape => scrape.Latency)), scrapes.Max(scrape => scrape.Size));

    public Latencies Latencies { get; }

    /// <summary>Bytes.</summary>
    public long LargestSize { get; }

    /// <returns>Null when nobody scraped.</returns>
    public static Scrapes? Of(IEnumerable<Slot> slots) => slots.SelectMany(slot => slot.Scrapes).ToArray() is { Length: > 0 } scrapes ? new(scrapes) : null;

    public override string ToString() =>
        $"{Units.Count(Latencies.Count)} scrapes, p50 {Units.Milliseconds(Latencies.At(0.5)!.Value)} ms, p99 {Units.Milliseconds(Latencies.At(0.99)!.Value)} ms, " +
        $"at most {Units.Bytes(LargestSize)}";
}
