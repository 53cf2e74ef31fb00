using System.Diagnostics;
using System.Globalization;
using Load.Machine;

namespace Load.Measuring;

/// <summary>How the metrics of the process under test are scraped while a case is measured, and what was promised of that.</summary>
/// <param name="Interval">From one answer to the next question.</param>
/// <param name="DurationSeries">The series in which a scrape says what the last one took within the process, in seconds.</param>
/// <param name="MaxTime">The bound for 99 of 100 scrapes.</param>
/// <param name="MaxSize">Bytes that a scrape has to stay below.</param>
internal sealed record Scraping(TimeSpan Interval, string DurationSeries, TimeSpan MaxTime, long MaxSize);

/// <summary>One scrape.</summary>
/// <param name="Latency">From asking to having read the last byte: Stopwatch ticks.</param>
/// <param name="Size">Bytes of the answer's body.</param>
internal readonly record struct TimedScrape(long Latency, long Size)
{
    /// <summary>The time within the process, which says so: Stopwatch ticks; null when it did not.</summary>
    public long? WithinService { get; init; }
}

/// <summary>
/// Asks a process for its metrics as Prometheus does, again and again on one connection, and times the answers. It has a thread of its own:
/// in a pool in which the lab's requests wait for each other, that wait would be timed along.
/// </summary>
internal sealed class Scraper : IDisposable
{
    /// <summary>The same as for a request.</summary>
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    private readonly HttpClient _client;
    private readonly List<TimedScrape> _scrapes = [];
    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;
    private readonly Scraping _scraping;
    private readonly string _metrics;
    private Exception? _failure;

    private Scraper(Uri metrics, Scraping scraping)
    {
        (_scraping, _metrics) = (scraping, metrics.AbsolutePath);
        _client = new HttpClient { BaseAddress = metrics, Timeout = Timeout };

        // https://github.com/prometheus/docs/blob/main/docs/instrumenting/content_negotiation.md
        _client.DefaultRequestHeaders
            .Add("Accept", "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1");
        _thread = new Thread(Watch) { IsBackground = true, Name = "Scraper" };
    }

    /// <param name="metrics">The address of the metrics.</param>
    /// <param name="scraping">How they are scraped.</param>
    public static Scraper Start(Uri metrics, Scraping scraping)
    {
        var scraper = new Scraper(metrics, scraping);
        scraper._thread.Start();
        return scraper;
    }

    /// <summary>Ends it, after the scrape that is under way.</summary>
    /// <exception cref="LabException">The service did not answer one.</exception>
    public IReadOnlyList<TimedScrape> Stop()
    {
        _stop.Set();
        _thread.Join();
        return _failure is null ? _scrapes : throw new LabException($"The service could not be scraped: {_failure.Message}");
    }

    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        _stop.Dispose();
        _client.Dispose();
    }

    private void Watch()
    {
        try
        {
            Ask(); // connects, and is not counted
            do
            {
                Scrape();
            }
            while (!_stop.Wait(_scraping.Interval));
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException or IOException)
        {
            _failure = exception;
        }
    }

    private void Scrape()
    {
        var started = Stopwatch.GetTimestamp();
        var answer = Ask();
        var latency = Stopwatch.GetTimestamp() - started;
        _scrapes.Add(new TimedScrape(latency, answer.Length));
        if (_scrapes.Count > 1)
        {
            _scrapes[^2] = _scrapes[^2] with { WithinService = LastWithinService(answer) };
        }
    }

    private Stream Ask()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, _metrics);
        var response = _client.Send(request, HttpCompletionOption.ResponseContentRead, CancellationToken.None);
        return response.EnsureSuccessStatusCode().Content.ReadAsStream();
    }

    private long? LastWithinService(Stream answer)
    {
        using var lines = new StreamReader(answer);
        while (lines.ReadLine() is { } line)
        {
            if (line.StartsWith($"{_scraping.DurationSeries} ", StringComparison.Ordinal))
            {
                var seconds = double.Parse(line.AsSpan(_scraping.DurationSeries.Length + 1), CultureInfo.InvariantCulture);
                return (long)(seconds * Stopwatch.Frequency);
            }
        }

        return null;
    }
}
