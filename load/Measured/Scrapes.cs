using Load.Metrics;
using Load.Statistics;

namespace Load.Measured;

/// <summary>The scrapes of the service while a row was measured, against what was promised of them.</summary>
internal sealed class Scrapes
{
    /// <summary>Bytes that a scrape has to stay below.</summary>
    public const long SizeBar = 100_000;

    /// <summary>What 99 of 100 have to stay below.</summary>
    public static readonly TimeSpan TimeBar = TimeSpan.FromMilliseconds(5);

    private Scrapes(IReadOnlyList<TimedScrape> scrapes)
    {
        AsAsked = new Latencies(scrapes.Select(scrape => scrape.Latency));
        WithinService = new Latencies(scrapes.Select(scrape => scrape.WithinService).OfType<long>());
        LargestSize = scrapes.Max(scrape => scrape.Size);
    }

    /// <summary>From asking to having read the last byte, the lab's and the machine's own waits included.</summary>
    public Latencies AsAsked { get; }

    /// <summary>From the request's having been read to the answer's having been handed to the connection. Without the last one of a slot, which nobody asked about, and empty when the service does not say.</summary>
    public Latencies WithinService { get; }

    /// <summary>Bytes.</summary>
    public long LargestSize { get; }

    /// <returns>Null when nobody scraped.</returns>
    public static Scrapes? Of(IEnumerable<Slot> slots) => slots.SelectMany(slot => slot.Scrapes).ToArray() is { Length: > 0 } scrapes ? new(scrapes) : null;

    public override string ToString() =>
        $"{Units.Count(AsAsked.Count, "scrape")}: within the service {Text(WithinService)}; as asked for {Text(AsAsked)}; at most {Units.Bytes(LargestSize)}, " +
        $"less than {Units.Bytes(SizeBar)} was promised: {(LargestSize < SizeBar ? "kept" : "missed")}";

    private static string Text(Latencies latencies) => latencies.At(0.99) is { } p99
        ? $"p50 {Units.Milliseconds(latencies.At(0.5)!.Value)} ms, p99 {Units.Milliseconds(p99.Value)} ms, less than {Units.Milliseconds(TimeBar)} ms was promised: {(p99.Value < TimeBar ? "kept" : "missed")}"
        : "not known";
}
