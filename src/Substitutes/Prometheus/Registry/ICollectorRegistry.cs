namespace Prometheus;

/// <summary>The metrics that are scraped together.</summary>
public interface ICollectorRegistry
{
    IEnumerable<KeyValuePair<string, string>> StaticLabels { get; }

    /// <summary>Labels that every metric of this registry carries; set once, before the first metric.</summary>
    /// <exception cref="InvalidOperationException">Set already, or there is a metric already.</exception>
    void SetStaticLabels(IDictionary<string, string> labels);

    /// <summary>
    /// Calls back before each scrape, in the order of registration; scrapes at the same time call it at the same time. An
    /// exception is traced and else ignored, except <see cref="ScrapeFailedException"/>, which fails the scrape.
    /// </summary>
    void AddBeforeCollectCallback(Action callback);

    /// <summary>As the other, but after those, and all of these at once.</summary>
    void AddBeforeCollectCallback(Func<CancellationToken, Task> callback);

    /// <summary>Writes every metric, in the order of their creation, as UTF-8; the stream stays open.</summary>
    /// <exception cref="ScrapeFailedException">A callback said so; nothing has been written.</exception>
    Task CollectAndExportAsTextAsync(
        Stream to, ExpositionFormat format = ExpositionFormat.PrometheusText, CancellationToken cancel = default);
}
