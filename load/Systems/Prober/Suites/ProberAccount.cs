using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Load.Machine;

namespace Load.Systems.Prober.Suites;

/// <summary>A prober's account of itself and its targets.</summary>
internal sealed class ProberAccount(Uri http) : IDisposable
{
    private readonly HttpClient _client = new() { BaseAddress = http };
    private readonly byte[] _buffer = new byte[1 << 20];

    /// <exception cref="LabException">It does not answer.</exception>
    public Task<ProberReading> ReadAsync(CancellationToken cancellationToken) => AskAsync(async () =>
    {
        var metrics = await _client.GetStringAsync("/metrics", cancellationToken);
        return ProberReading.Parse(metrics, await StatesAsync(cancellationToken));
    });

    /// <summary>Reads what the prober says of itself alone, which costs it little.</summary>
    /// <exception cref="LabException">It does not answer.</exception>
    public Task<ProberReading> MetricsAsync(CancellationToken cancellationToken) =>
        AskAsync(async () => ProberReading.Parse(await _client.GetStringAsync("/metrics", cancellationToken), []));

    /// <exception cref="LabException">It does not answer.</exception>
    public async Task<ProberClaim> ClaimAsync(CancellationToken cancellationToken) => (await MetricsAsync(cancellationToken)).Claim;

    /// <summary>The start of each target's last probe, in Unix milliseconds, by the target's name.</summary>
    /// <exception cref="LabException">It does not answer.</exception>
    public Task<Dictionary<string, long>> StartsAsync(CancellationToken cancellationToken) => AskAsync(async () =>
    {
        using var document = await TargetsAsync(cancellationToken);
        return document.RootElement.GetProperty("targets").EnumerateArray()
            .Where(target => target.GetProperty("last").ValueKind == JsonValueKind.Object)
            .ToDictionary(
                target => target.GetProperty("name").GetString()!,
                target => target.GetProperty("last").GetProperty("at").GetDateTimeOffset().ToUnixTimeMilliseconds());
    });

    /// <summary>Reads the series of all targets, and drops them.</summary>
    /// <returns>How long it took, and how many bytes they were.</returns>
    /// <exception cref="LabException">It does not answer.</exception>
    public Task<(TimeSpan Time, long Size)> ScrapeAsync(CancellationToken cancellationToken) => AskAsync(async () =>
    {
        var started = Stopwatch.GetTimestamp();
        await using var series = await _client.GetStreamAsync("/metrics/targets", cancellationToken);
        var size = 0L;
        for (int read; (read = await series.ReadAsync(_buffer, cancellationToken)) > 0;)
        {
            size += read;
        }

        return (Stopwatch.GetElapsedTime(started), size);
    });

    public void Dispose() => _client.Dispose();

    private static async Task<T> AskAsync<T>(Func<Task<T>> ask)
    {
        try
        {
            return await ask();
        }
        catch (Exception exception) when (exception is HttpRequestException or JsonException or IOException)
        {
            throw new LabException($"The prober does not say what it did: {exception.Message}");
        }
    }

    private async Task<JsonDocument> TargetsAsync(CancellationToken cancellationToken)
    {
        await using var stream = await _client.GetStreamAsync("/api/v1/targets", cancellationToken);
        return await JsonDocument.ParseAsync(stream, cancellationToken: cancellationToken);
    }

    private async Task<IReadOnlyList<(string Name, string State)>> StatesAsync(CancellationToken cancellationToken)
    {
        using var document = await TargetsAsync(cancellationToken);
        return
        [
            .. document.RootElement.GetProperty("targets").EnumerateArray()
                .Select(target => (target.GetProperty("name").GetString()!, target.GetProperty("state").GetString()!)),
        ];
    }
}

/// <summary>Both at one moment.</summary>
internal sealed class ProberReading(IReadOnlyDictionary<string, double> samples, IReadOnlyList<(string Name, string State)> targets)
{
    /// <summary>Probes that were evidence against their target.</summary>
    public const string Bad = "prober_bad_probes_total";

    /// <summary>Targets that are down.</summary>
    public const string Down = "prober_targets{state=\"down\"}";

    private const string Probes = "prober_probes_total";
    private const string Strained = "prober_strained_probes_total";
    private const string InFlight = "prober_probes_in_flight";
    private const string Bucket = "prober_lateness_seconds_bucket{le=\"";

    /// <summary>Heads of columns, and the series behind them.</summary>
    public static IReadOnlyList<(string Name, string Series)> Counters { get; } =
    [
        ("probes", Probes),
        ("bad", Bad),
        ("late", "prober_late_probes_total"),
        ("missed", "prober_missed_probes_total"),
        ("strained", Strained),
        ("refused", "prober_refused_probes_total"),
    ];

    public IReadOnlyList<(string Name, string State)> Targets => targets;

    public ProberClaim Claim => new(
        (long)(this[Probes] - this[Bad] - this[Strained]), (long)(this[Bad] + this[Strained]), (long)this[InFlight]);

    /// <summary>Zero where there is none.</summary>
    public double this[string series] => samples.GetValueOrDefault(series);

    public static ProberReading Parse(string metrics, IReadOnlyList<(string Name, string State)> targets) => new(
        metrics.Split('\n')
            .Where(line => line.Length > 0 && line[0] != '#' && line.Contains(' '))
            .Select(line => (Line: line, End: line.IndexOf(' ', line.IndexOf('}') + 1)))
            .Select(one => (Name: one.Line[..one.End], Value: one.Line[(one.End + 1)..].Split(' ')[0]))
            .Where(pair => double.TryParse(pair.Value, CultureInfo.InvariantCulture, out _))
            .ToDictionary(pair => pair.Name, pair => double.Parse(pair.Value, CultureInfo.InvariantCulture)),
        targets);

    /// <summary>Seconds: a share of the probes since an earlier reading was not later. It is the upper end of a bucket.</summary>
    public double Lateness(ProberReading? before, double share)
    {
        var buckets = Buckets(before).OrderBy(bucket => bucket.End).ToList();
        return buckets.Count == 0 || buckets[^1].Count == 0 ? 0 : buckets.First(bucket => bucket.Count >= share * buckets[^1].Count).End;
    }

    /// <summary>
    /// The same of several spans, and within a bucket as if its probes were spread evenly: two such figures may be held against each
    /// other, where the ends of buckets are too far apart.
    /// </summary>
    public static double LatenessWithin(IEnumerable<(ProberReading? Before, ProberReading After)> spans, double share)
    {
        var buckets = spans.SelectMany(span => span.After.Buckets(span.Before))
            .GroupBy(bucket => bucket.End, (end, same) => (End: end, Count: same.Sum(bucket => bucket.Count)))
            .OrderBy(bucket => bucket.End)
            .ToList();
        var wanted = buckets.Count == 0 ? 0 : share * buckets[^1].Count;
        var (start, below) = (0.0, 0.0);
        foreach (var (end, count) in buckets)
        {
            if (count >= wanted)
            {
                return count == below || double.IsInfinity(end) ? start : start + ((end - start) * (wanted - below) / (count - below));
            }

            (start, below) = (end, count);
        }

        return start;
    }

    /// <summary>How many probes since an earlier reading were not later than the end of each bucket.</summary>
    private IEnumerable<(double End, double Count)> Buckets(ProberReading? before) => samples.Keys
        .Where(name => name.StartsWith(Bucket, StringComparison.Ordinal))
        .Select(name => (End(name[Bucket.Length..^2]), this[name] - (before?[name] ?? 0)));

    private static double End(string text) => text == "+Inf" ? double.PositiveInfinity : double.Parse(text, CultureInfo.InvariantCulture);
}
