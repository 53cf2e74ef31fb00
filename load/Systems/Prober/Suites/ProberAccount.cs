using System.Globalization;
using System.Text.Json;
using Load.Machine;

namespace Load.Systems.Prober.Suites;

/// <summary>What a prober says of itself and of its targets.</summary>
internal sealed class ProberAccount(Uri http) : IDisposable
{
    private readonly HttpClient _client = new() { BaseAddress = http };

    /// <exception cref="LabException">It does not answer.</exception>
    public async Task<ProberReading> ReadAsync(CancellationToken cancellationToken)
    {
        try
        {
            var metrics = await _client.GetStringAsync("/metrics", cancellationToken);
            return ProberReading.Parse(metrics, await StatesAsync(cancellationToken));
        }
        catch (Exception exception) when (exception is HttpRequestException or JsonException)
        {
            throw new LabException($"The prober does not say what it did: {exception.Message}");
        }
    }

    public void Dispose() => _client.Dispose();

    private async Task<IReadOnlyList<(string Name, string State)>> StatesAsync(CancellationToken cancellationToken)
    {
        await using var stream = await _client.GetStreamAsync("/api/v1/targets", cancellationToken);
        using var document = await JsonDocument.ParseAsync(stream, cancellationToken: cancellationToken);
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
    private const string Bucket = "prober_lateness_seconds_bucket{le=\"";

    /// <summary>Heads of columns, and the series behind them.</summary>
    public static IReadOnlyList<(string Name, string Series)> Counters { get; } =
    [
        ("probes", "prober_probes_total"),
        ("bad", "prober_bad_probes_total"),
        ("late", "prober_late_probes_total"),
        ("missed", "prober_missed_probes_total"),
        ("strained", "prober_strained_probes_total"),
        ("refused", "prober_refused_probes_total"),
    ];

    public IReadOnlyList<(string Name, string State)> Targets => targets;

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
        var buckets = samples.Keys.Where(name => name.StartsWith(Bucket, StringComparison.Ordinal))
            .Select(name => (End: End(name[Bucket.Length..^2]), Count: this[name] - (before?[name] ?? 0)))
            .OrderBy(bucket => bucket.End)
            .ToList();
        return buckets.Count == 0 || buckets[^1].Count == 0 ? 0 : buckets.First(bucket => bucket.Count >= share * buckets[^1].Count).End;
    }

    private static double End(string text) => text == "+Inf" ? double.PositiveInfinity : double.Parse(text, CultureInfo.InvariantCulture);
}
