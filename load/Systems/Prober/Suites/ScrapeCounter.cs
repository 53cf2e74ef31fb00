using System.Diagnostics;
using Load.Measuring;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>
/// The same load without scrapes of all targets and with them, in quarters of an iteration: off, on, on, off, so that a drift of the
/// machine favours neither.
/// </summary>
internal sealed class ScrapeCounter : IWorkCounter
{
    /// <summary>The time from one scrape to the next.</summary>
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private readonly WatchedProber _prober;
    private readonly FarmComparison _comparison;
    private readonly Part _quiet = new();
    private readonly Part _scraped = new();
    private readonly List<(TimeSpan Time, long Size)> _scrapes = [];

    private ScrapeCounter(WatchedProber prober, ProbeRow row) => (_prober, _comparison) = (prober, prober.Compare(row));

    public static async Task<IWorkCounter> BeginAsync(
        RunningFarm system, ProbeRow row, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken)
    {
        var prober = await WatchedProber.StartAsync(system, row, settings, cancellationToken);
        var counter = new ScrapeCounter(prober, row);
        try
        {
            await prober.UntilProbedAsync(row.Targets, cancellationToken);
            for (var i = 0; i < 5; i++)
            {
                await prober.Account.ScrapeAsync(cancellationToken); // until the code that writes is compiled
            }

            return counter;
        }
        catch
        {
            await counter.DisposeAsync();
            throw;
        }
    }

    public async Task PassAsync(TimeSpan length, TimeProvider time, CancellationToken cancellationToken)
    {
        await PassAsync(_quiet, length / 4, isScraped: false, cancellationToken);
        await PassAsync(_scraped, length / 4, isScraped: true, cancellationToken);
        await PassAsync(_scraped, length / 4, isScraped: true, cancellationToken);
        await PassAsync(_quiet, length / 4, isScraped: false, cancellationToken);
    }

    public Task<WorkCount> ReadAsync(CancellationToken cancellationToken) =>
        _comparison.CountAsync(_scrapes.Count == 0 ? new Dictionary<string, double>() : Figures(), cancellationToken);

    public ValueTask DisposeAsync() => _prober.DisposeAsync();

    private async Task PassAsync(Part part, TimeSpan length, bool isScraped, CancellationToken cancellationToken)
    {
        var before = (Usage: _prober.Usage, Reading: await _prober.Account.MetricsAsync(cancellationToken));
        var started = Stopwatch.GetTimestamp();
        do
        {
            if (isScraped)
            {
                _scrapes.Add(await _prober.Account.ScrapeAsync(cancellationToken));
            }

            await Task.Delay(Period, cancellationToken);
        }
        while (Stopwatch.GetElapsedTime(started) < length);

        part.Elapsed += Stopwatch.GetElapsedTime(started);
        part.Cpu += _prober.Usage.Cpu - before.Usage.Cpu;
        part.Spans.Add((before.Reading, await _prober.Account.MetricsAsync(cancellationToken)));
    }

    private Dictionary<string, double> Figures() => new()
    {
        [ProbeFigures.ScrapeCpu] = (_scraped.Cpu - (_quiet.Cpu * (_scraped.Elapsed / _quiet.Elapsed))).TotalMilliseconds / _scrapes.Count,
        [ProbeFigures.ScrapeTime] = _scrapes.Average(scrape => scrape.Time.TotalMilliseconds),
        [ProbeFigures.ScrapeSize] = _scrapes.Average(scrape => scrape.Size) / 1e6,
        [ProbeFigures.LateQuiet] = ProberReading.LatenessWithin(_quiet.Spans, 0.99) * 1000,
        [ProbeFigures.LateScraped] = ProberReading.LatenessWithin(_scraped.Spans, 0.99) * 1000,
    };

    /// <summary>All quarters of one sort.</summary>
    private sealed class Part
    {
        public TimeSpan Elapsed { get; set; }

        public TimeSpan Cpu { get; set; }

        public List<(ProberReading? Before, ProberReading After)> Spans { get; } = [];
    }
}
