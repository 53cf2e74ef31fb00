using System.Globalization;
using System.Text.RegularExpressions;
using Load.Results.Summary;

namespace Load.Gates;

/// <summary>A figure of a row that a gate can bound.</summary>
/// <param name="Name">On the command line.</param>
/// <param name="Units">The units that it may be given in, each with the factor to its own; the first is its own.</param>
/// <param name="Of">The row's figure; null when it has none.</param>
internal sealed partial record GateFigure(string Name, IReadOnlyDictionary<string, double> Units, Func<SummaryRow, double?> Of)
{
    private static readonly Dictionary<string, double> Times = new(StringComparer.OrdinalIgnoreCase)
    {
        ["ms"] = 1,
        [""] = 1,
        ["s"] = 1000,
        ["us"] = 0.001,
        ["µs"] = 0.001,
    };

    private static readonly Dictionary<string, double> Counts = new() { [""] = 1 };

    private static readonly Dictionary<string, double> Shares = new() { ["%"] = 1, [""] = 100 };

    private static readonly Dictionary<string, double> Rates = new() { ["/s"] = 1, [""] = 1, ["req/s"] = 1, ["rps"] = 1 };

    private static readonly Dictionary<string, double> Costs = new(StringComparer.OrdinalIgnoreCase)
    {
        ["us"] = 1,
        ["µs"] = 1,
        [""] = 1,
        ["ms"] = 1000,
    };

    private static readonly Dictionary<string, double> Bytes = new(StringComparer.OrdinalIgnoreCase)
    {
        ["B"] = 1,
        [""] = 1,
        ["KB"] = 1e3,
        ["MB"] = 1e6,
        ["GB"] = 1e9,
        ["KiB"] = 1 << 10,
        ["MiB"] = 1 << 20,
        ["GiB"] = 1 << 30,
        ["Ki"] = 1 << 10,
        ["Mi"] = 1 << 20,
        ["Gi"] = 1 << 30,
    };

    public static IReadOnlyList<GateFigure> All { get; } =
    [
        .. SummaryLatency.Quantiles.Select(quantile => new GateFigure(
            string.Create(CultureInfo.InvariantCulture, $"p{100 * quantile:0.##}"), Times, row => Percentile(row, quantile))
        {
            IsBestSmall = true,
        }),
        new("min", Times, row => row.Latency.Min) { IsBestSmall = true },
        new("mean", Times, row => row.Latency.Mean) { IsBestSmall = true },
        new("max", Times, row => row.Latency.Max) { IsBestSmall = true },
        new("failed", Counts, row => FailedOf(row)) { IsOfFailures = true, IsBestSmall = true },
        new("error_rate", Shares, row => ShareOf(row, FailedOf(row))) { IsOfFailures = true, IsBestSmall = true },
        new("not_right", Shares, row => ShareOf(row, FailedOf(row) + RefusedOf(row))) { IsOfFailures = true, IsBestSmall = true },
        new("refused", Counts, row => RefusedOf(row)) { IsOfFailures = true },
        new("dropped", Counts, row => row.Arrivals?.Dropped ?? 0) { IsOfFailures = true, IsBestSmall = true },
        new("requests", Counts, row => row.Units),
        new("rate", Rates, row => row.Rate?.Mean),
        new("cpu", Costs, row => row.ServiceCpuMicrosecondsPerUnit?.Mean) { IsOfProcess = true },
        new("alloc", Bytes, row => row.ServiceAllocatedBytesPerUnit) { IsOfProcess = true },
        new("memory", Bytes, row => row.ServicePeakWorkingSetBytes) { IsOfProcess = true },
    ];

    /// <summary>What users of k6, Locust and NBomber call them.</summary>
    private static readonly Dictionary<string, string> OtherNames = new(StringComparer.OrdinalIgnoreCase)
    {
        ["rps"] = "rate",
        ["qps"] = "rate",
        ["throughput"] = "rate",
        ["request_rate"] = "rate",
        ["avg"] = "mean",
        ["average"] = "mean",
        ["med"] = "p50",
        ["median"] = "p50",
        ["errors"] = "failed",
        ["http_req_failed"] = "not_right",
        ["fail_ratio"] = "not_right",
    };

    /// <summary>Advice on names that could be several figures, or that are told by another.</summary>
    private static readonly (string Hint, string[] Names)[] Hints =
    [
        ("a time is one of p50, p95, p99, mean or max",
            ["http_req_duration", "latency", "duration", "response_time", "rt", "avg_response_time"]),
        ("right answers are told by the others: not_right<1%",
            ["checks", "success_rate", "successrate", "ok", "status_200", "availability"]),
        ("what went wrong is failed (no answer, a wrong one, or none in time) or refused",
            ["timeout", "timeouts", "non2xx", "http_5xx", "fails", "failures"]),
        ("the longest time is max", ["p100"]),
        ("how times spread is told by their percentiles", ["stddev", "stdev", "jitter"]),
    ];

    /// <returns>What to write instead of a name that is no figure; null where nobody can tell.</returns>
    public static string? HintTo(string name) =>
        Hints.FirstOrDefault(hint => hint.Names.Contains(name, StringComparer.OrdinalIgnoreCase)).Hint;

    /// <param name="name">As a person wrote it; <c>p(95)</c> is <c>p95</c>, as is <c>http.response_time.p95</c>.</param>
    /// <param name="unit">A number of failures in % is their share.</param>
    /// <returns>Null when there is none.</returns>
    public static GateFigure? Find(string name, string unit)
    {
        var plain = OfAllTimes().Replace(name, "").Replace("(", "", StringComparison.Ordinal).Replace(")", "", StringComparison.Ordinal);
        var known = OtherNames.GetValueOrDefault(plain, plain);
        known = unit == "%" && known == "failed" ? "error_rate" : known;
        return All.FirstOrDefault(one => one.Name.Equals(known, StringComparison.OrdinalIgnoreCase));
    }

    /// <summary>Counts of what went wrong can be judged in a void row, too.</summary>
    public bool IsOfFailures { get; private init; }

    /// <summary>Nobody asks for more of it.</summary>
    public bool IsBestSmall { get; private init; }

    /// <summary>Whether it is told of a process, and not of requests.</summary>
    public bool IsOfProcess { get; private init; }

    /// <summary>Whether it is a whole number.</summary>
    public bool IsCount => Units == Counts;

    /// <summary>Whether it is a part of all.</summary>
    public bool IsShare => Units == Shares;

    /// <returns>Null for a unit that it does not have.</returns>
    public double? FactorOf(string unit) => Units.TryGetValue(unit, out var factor) ? factor : null;

    private static long FailedOf(SummaryRow row) => row.Failed + row.TimedOut;

    private static long RefusedOf(SummaryRow row) => row.Refusals?.Count ?? 0;

    /// <summary>Percent of all units of work, which those that went wrong are among.</summary>
    private static double ShareOf(SummaryRow row, long part) => 100.0 * part / Math.Max(1, row.Units);

    /// <summary>What stands before a figure and says that it is of the times, or of all requests.</summary>
    [GeneratedRegex(
        @"^((http|stats|environment)\.)*(latency|response_?time|duration|total)[._](?=[a-z])",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex OfAllTimes();

    private static double? Percentile(SummaryRow row, double quantile) =>
        row.Latency.Percentiles.FirstOrDefault(one => one.Quantile == quantile)?.Value;
}
