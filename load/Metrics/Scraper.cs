using System.Diagnostics;

namespace Load.Metrics;

/// <summary>
/// Asks a service for its metrics as Prometheus does, at once and then each second, and times the answers. On a thread of its own: a pool in which
/// the lab's requests wait for each other would be timed along.
/// </summary>
internal sealed class Scraper : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly HttpClient _client;
    private readonly List<TimedScrape> _scrapes = [];
    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;
    private Exception? _failure;

    private Scraper(Uri service)
    {
        _client = new HttpClient { BaseAddress = service, Timeout = TimeSpan.FromSeconds(10) };

        // https://github.com/prometheus/docs/blob/main/docs/instrumenting/content_negotiation.md
        _client.DefaultRequestHeaders.Add("Accept", "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1");
        _thread = new Thread(Watch) { IsBackground = true, Name = "Scraper" };
    }

    /// <param name="service">Where it listens for HTTP/1.1.</param>
    public static Scraper Start(Uri service)
    {
        var scraper = new Scraper(service);
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
            do
            {
                _scrapes.Add(Scrape());
            }
            while (!_stop.Wait(Interval));
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException or IOException)
        {
            _failure = exception;
        }
    }

    private TimedScrape Scrape()
    {
        var started = Stopwatch.GetTimestamp();
        using var request = new HttpRequestMessage(HttpMethod.Get, "/metrics");
        using var response = _client.Send(request, HttpCompletionOption.ResponseContentRead, CancellationToken.None);
        var latency = Stopwatch.GetTimestamp() - started;
        response.EnsureSuccessStatusCode();
        return new TimedScrape(latency, response.Content.Headers.ContentLength ?? 0);
    }
}
