using Load.Statistics;

namespace Load.Measuring;

/// <summary>The scrapes of metrics while a row was measured, against what was promised of them.</summary>
internal sealed class Scrapes
{
    private Scrapes(Scraping scraping, IReadOnlyList<TimedScrape> scrapes)
    {
        Promise = scraping;
        AsAsked = new Latencies(scrapes.Select(scrape => scrape.Latency));
        WithinService = new Latencies(scrapes.Select(scrape => scrape.WithinService).OfType<long>());
        MaxSize = scrapes.Max(scrape => scrape.Size);
    }

    public Scraping Promise { get; }

    /// <summary>The times from asking to having read the last byte; they include waits of the lab and of the machine.</summary>
    public Latencies AsAsked { get; }

    /// <summary>
    /// The times from having read the request to having handed the answer to the connection. The last one of an iteration is missing, since
    /// nobody asked about it; empty when the process does not say.
    /// </summary>
    public Latencies WithinService { get; }

    /// <summary>Bytes.</summary>
    public long MaxSize { get; }

    /// <returns>Null when there were no scrapes.</returns>
    public static Scrapes? Of(Scraping scraping, IEnumerable<Iteration> iterations) =>
        iterations.SelectMany(iteration => iteration.Scrapes).ToArray() is { Length: > 0 } scrapes ? new(scraping, scrapes) : null;

    public override string ToString() =>
        $"{Format.Count(AsAsked.Count, "scrape")}: within the service {Text(WithinService)}; as asked for {Text(AsAsked)}; " +
        $"at most {Format.Bytes(MaxSize)}, less than {Format.Bytes(Promise.MaxSize)} was promised: {Kept(MaxSize < Promise.MaxSize)}";

    private string Text(Latencies latencies) => latencies.At(0.99) is { } p99
        ? $"p50 {Format.Milliseconds(latencies.At(0.5)!.Value)} ms, p99 {Format.Milliseconds(p99.Value)} ms, " +
          $"less than {Format.Milliseconds(Promise.MaxTime)} ms was promised: {Kept(p99.Value < Promise.MaxTime)}"
        : "not known";

    private static string Kept(bool kept) => kept ? "kept" : "missed";
}
