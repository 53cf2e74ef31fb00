using System.Text.Json.Serialization;
using Load.Measuring;
using Load.Statistics;

namespace Load.Results.Summary;

/// <param name="Mean">Over the repeats.</param>
/// <param name="HalfWidth">Half the width of its 95 % interval; null with a single repeat.</param>
/// <param name="Repeats">How many there were.</param>
internal sealed record SummaryEstimate(double Mean, double? HalfWidth, int Repeats)
{
    public static SummaryEstimate? Of(Estimate? estimate, double factor) =>
        estimate is null ? null : new(estimate.Mean * factor, estimate.HalfWidth * factor, estimate.Repeats);
}

/// <param name="Value">How many times the other row's figure.</param>
/// <param name="Low">Lower end of the 95 % interval; null with a single pair of repeats.</param>
/// <param name="High">Upper end; null with a single pair of repeats.</param>
internal sealed record SummaryRatio(double Value, double? Low, double? High)
{
    public static SummaryRatio? Of(Ratio? ratio) => ratio is null ? null : new(ratio.Value, ratio.Low, ratio.High);
}

/// <summary>The open model's own figures.</summary>
/// <param name="Offered">Requests that should have been sent.</param>
/// <param name="Started">Requests that were sent.</param>
/// <param name="Dropped">Requests that never were.</param>
/// <param name="Lag">How late requests were sent.</param>
/// <param name="FromSchedule">From when a request was due to its answer having been read.</param>
internal sealed record SummaryArrivals(long Offered, long Started, long Dropped, SummaryLatency Lag, SummaryLatency FromSchedule)
{
    /// <summary>Right answers per second within 250 ms of being due; absent in files of older labs.</summary>
    public SummaryEstimate? Goodput { get; init; }

    public static SummaryArrivals? Of(Arrivals? arrivals) => arrivals is null ? null : new(
        arrivals.Offered, arrivals.Started, arrivals.Dropped, SummaryLatency.Of(arrivals.Lag), SummaryLatency.Of(arrivals.FromSchedule))
    {
        Goodput = SummaryEstimate.Of(arrivals.Goodput, 1),
    };
}

/// <summary>Requests that the service turned away because it had too much to do.</summary>
/// <param name="Count">Neither done nor failed.</param>
/// <param name="Latency">Until they were told.</param>
/// <param name="Told">Such as a status, and how often.</param>
internal sealed record SummaryRefusals(long Count, SummaryLatency Latency, IReadOnlyDictionary<string, int> Told)
{
    /// <returns>Null where nothing was refused.</returns>
    public static SummaryRefusals? Of(CaseResult row) =>
        row.Refused == 0 ? null : new(row.Refused, SummaryLatency.Of(row.RefusalLatencies), row.Refusals.ToDictionary());
}

/// <param name="Min">Share of its ceiling's rate that was promised of the row.</param>
/// <param name="Rate">Share that it has.</param>
/// <param name="ServiceCpuPerRequest">Share of its ceiling's; null when the process under test cannot be read.</param>
/// <param name="Verdict">kept, missed, or that these repeats cannot tell.</param>
internal sealed record SummaryBar(
    [property: JsonPropertyName("least")] double Min, SummaryRatio Rate, SummaryRatio? ServiceCpuPerRequest, string Verdict)
{
    /// <returns>Null when nothing was promised of its rate.</returns>
    public static SummaryBar? Of(CaseResult row) => Bar.Of([row]).SingleOrDefault(bar => bar.IsMin) is { } bar
        ? new(bar.Bound, SummaryRatio.Of(bar.Ratio)!, SummaryRatio.Of(row.CpuOfCeiling), bar.Verdict)
        : null;
}

/// <param name="Max">How many times its baseline's p99 the row may have.</param>
/// <param name="Tail">How many it has.</param>
internal sealed record SummaryTailBar([property: JsonPropertyName("most")] double Max, SummaryRatio Tail);

/// <summary>A dimension whose values are set against each other.</summary>
/// <param name="Name">The dimension's name.</param>
/// <param name="Spoken">What a sentence calls its values, where that is not the value itself.</param>
internal sealed record SummaryCompared(string Name, IReadOnlyDictionary<string, string> Spoken)
{
    public static SummaryCompared Of(ComparedDimension compared) => new(compared.Name, compared.Spoken);
}

/// <summary>The highest rate that a ladder held, search by search.</summary>
/// <param name="Ladder">The name that its rungs have in common.</param>
/// <param name="Subject">The same without the value of the compared dimension.</param>
/// <param name="Variant">That value; empty where the ladder has none.</param>
/// <param name="Held">Requests per second; null for a search in which not even the lowest rate held.</param>
internal sealed record SummaryKnee(string Ladder, string Subject, string Variant, IReadOnlyList<int?> Held)
{
    /// <summary>Whether the service may hold more: no rate tried broke it, or it was the lab that broke.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsOpen { get; init; }

    public static SummaryKnee Of(Knee knee, string compared) =>
        new(knee.Ladder, knee.Rung.KindBut(compared), knee.Rung[compared] ?? "", knee.Held)
        {
            IsOpen = knee.IsOfTheLab || knee.BrokeAt is null,
        };
}

/// <summary>Scrapes of metrics while the row was measured.</summary>
/// <param name="AsAsked">From asking to having read the last byte.</param>
/// <param name="WithinService">From having read the request to having handed the answer to the connection, as the service says.</param>
/// <param name="LargestBytes">The largest answer.</param>
/// <param name="TimeBarMs">The bound that was promised for the p99.</param>
/// <param name="SizeBarBytes">The bound that was promised for each answer.</param>
internal sealed record SummaryScrapes(
    SummaryLatency AsAsked, SummaryLatency WithinService, long LargestBytes, double TimeBarMs, long SizeBarBytes)
{
    /// <returns>Null when there were no scrapes.</returns>
    public static SummaryScrapes? Of(Scrapes? scrapes) => scrapes is null ? null : new(
        SummaryLatency.Of(scrapes.AsAsked), SummaryLatency.Of(scrapes.WithinService), scrapes.MaxSize,
        scrapes.Promise.MaxTime.TotalMilliseconds, scrapes.Promise.MaxSize);
}

/// <summary>Milliseconds, of successful requests: from sending to the answer having been read.</summary>
internal sealed record SummaryLatency
{
    /// <summary>Those that people set bounds to; each 0 to 1.</summary>
    public static IReadOnlyList<double> Quantiles { get; } = [0.5, 0.75, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999];

    public required int Samples { get; init; }

    public required double? Mean { get; init; }

    public required double? Min { get; init; }

    public required double? Max { get; init; }

    public required IReadOnlyList<SummaryPercentile> Percentiles { get; init; }

    public static SummaryLatency Of(Latencies latencies) => new()
    {
        Samples = latencies.Count,
        Mean = latencies.Mean?.TotalMilliseconds,
        Min = latencies.Min?.TotalMilliseconds,
        Max = latencies.Max?.TotalMilliseconds,
        Percentiles = [.. Quantiles.Select(latencies.At).OfType<Percentile>().Select(p => new SummaryPercentile(
            p.Quantile, p.Value.TotalMilliseconds, p.Low?.TotalMilliseconds, p.High?.TotalMilliseconds,
            latencies.SamplesAbove(p.Quantile)))],
    };
}

/// <param name="Quantile">0 to 1.</param>
/// <param name="Value">Milliseconds.</param>
/// <param name="Low">Lower end of the 95 % interval; null when there are too few samples to say.</param>
/// <param name="High">Upper end; null when there are too few samples to say.</param>
/// <param name="SamplesAbove">The number of samples that it rests on.</param>
internal sealed record SummaryPercentile(double Quantile, double Value, double? Low, double? High, int SamplesAbove);
