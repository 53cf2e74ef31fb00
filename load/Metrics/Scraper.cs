using System.Diagnostics;
using System.Globalization;

namespace Load.Metrics;

/// <summary>
/// Asks a service for its metrics as Prometheus does, again and again on one connection, and times the answers. On a thread of its own: a pool in which
/// the lab's requests wait for each other would be timed along.
/// </summary>
internal sealed class Scraper : IDisposable
{
    /// <summary>What a scrape took, as the service says in the next one.</summary>
    private const string LastScrape = "analyzer_last_scrape_duration_seconds ";

    private readonly HttpClient _client;
    private readonly List<TimedScrape> _scrapes = [];
    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;
    private readonly TimeSpan _interval;
    private Exception? _failure;

    private Scraper(Uri service, TimeSpan interval)
    {
        _interval = interval;
        _client = new HttpClient { BaseAddress = service, Timeout = TimeSpan.FromSeconds(10) };

        // https://github.com/prometheus/docs/blob/main/docs/instrumenting/content_negotiation.md
        _client.DefaultRequestHeaders.Add("Accept", "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1");
        _thread = new Thread(Watch) { IsBackground = true, Name = "Scraper" };
    }

    /// <param name="service">Where it listens for HTTP/1.1.</param>
    /// <param name="interval">From one answer to the next question.</param>
    public static Scraper Start(Uri service, TimeSpan interval)
    {
        var scraper = new Scraper(service, interval);
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
            while (!_stop.Wait(_interval));
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
        using var request = new HttpRequestMessage(HttpMethod.Get, "/metrics");
        var response = _client.Send(request, HttpCompletionOption.ResponseContentRead, CancellationToken.None);
        return response.EnsureSuccessStatusCode().Content.ReadAsStream();
    }

    private static long? LastWithinService(Stream answer)
    {
        using var lines = new StreamReader(answer);
        while (lines.ReadLine() is { } line)
        {
            if (line.StartsWith(LastScrape, StringComparison.Ordinal))
            {
                return (long)(double.Parse(line.AsSpan(LastScrape.Length), CultureInfo.InvariantCulture) * Stopwatch.Frequency);
            }
        }

        return null;
    }
}
