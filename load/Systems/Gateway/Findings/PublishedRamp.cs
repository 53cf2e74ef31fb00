using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Findings;

/// <summary>The published comparison, figure by figure, beside ours.</summary>
/// <param name="Way">The way's name there.</param>
/// <param name="Transport">The transport's name here.</param>
/// <param name="Samples">Null where the source does not say.</param>
/// <param name="Average">Milliseconds.</param>
/// <param name="Median">Milliseconds, too, as the next two.</param>
/// <param name="Line90">The 90 % line.</param>
/// <param name="Maximum">The longest.</param>
/// <param name="PerSecond">Throughput.</param>
internal sealed record PublishedRamp(
    string Way, string Transport, long? Samples, double Average, double Median, double Line90, double Maximum, double PerSecond)
{
    public const string Source =
        "a published comparison (Apache JMeter, 100 users, ramp-up 100 s, one run each; machine and payload are not described)";

    /// <summary>Share of the samples that failed.</summary>
    public double Errors { get; init; }

    /// <summary>On average over the ramp.</summary>
    private const double Users = 50;

    public static IReadOnlyList<PublishedRamp> All { get; } =
    [
        new("RPC", TransportCatalog.Grpc, null, 3, 3, 5, 363, 1017),
        new("HTTP", TransportCatalog.Rest, 67_949, 74, 36, 201, 614, 677),
        new("HTTP with RPC", GatewayTransports.Rest, 58_928, 85, 52, 210, 937, 588),
    ];

    /// <summary>The same users, and an RPC service that refused more than a third of their calls.</summary>
    public static PublishedRamp Stress { get; } =
        new("RPC under stress", TransportCatalog.Grpc, 212_110, 2, 2, 5, 1008, 2135) { Errors = 0.37 };

    /// <returns>Empty when the experiment was not repeated.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var pairs = All.Select(published => (Published: published, Row: result.Rows.FirstOrDefault(published.IsOf)))
            .Where(pair => pair.Row is not null).ToArray();
        return pairs.Length == 0 ? [] : [new ReportSection(
            "The published comparison", $"Times in ms, of right answers. Source: {Source}.",
            new TextTable(
                [
                    new("way", true), new("whose", true), new("samples"), new("average"), new("median"), new("90 % line"), new("maximum"),
                    new("rate/s"), new("errors"),
                ],
                [.. pairs.SelectMany(pair => (TextTable.Line[])[pair.Published.Line(), pair.Published.Ours(pair.Row!)]), Stress.Line()]))
        {
            IsPublished = true,
            Sentences = [.. Sentences(pairs.ToDictionary(pair => pair.Published.Transport, pair => pair.Row!))],
        }];
    }

    private bool IsOf(CaseResult row) => row.Case.Load is LoadShape.Ramp && row.Case[AnalyzerDimensions.Transport] == Transport;

    private TextTable.Line Line() => new(
        [
            Way, "published", Samples is { } samples ? Format.Count(samples) : "-", Format.Digits(Average), Format.Digits(Median),
            Format.Digits(Line90), Format.Digits(Maximum), Format.Digits(PerSecond), Format.Percent(Errors),
        ],
        Starts: true);

    private TextTable.Line Ours(CaseResult row) => new(
    [
        Way, "ours", Format.Count(row.Units), Format.Milliseconds(row.Latencies.Mean),
        Format.Milliseconds(row.Latencies.At(0.5)?.Value), Format.Milliseconds(row.Latencies.At(0.9)?.Value),
        Format.Milliseconds(row.Latencies.Max), Format.Digits(row.Rate?.Mean),
        Format.Percent(row.Units == 0 ? null : (double)(row.Failed + row.TimedOut) / row.Units),
    ]);

    private static IEnumerable<string> Sentences(Dictionary<string, CaseResult> rows)
    {
        foreach (var published in (PublishedRamp[])[.. All, Stress])
        {
            var law = Format.Count((long)(Users * 1000 / published.Average));
            var inFlight = published.PerSecond * published.Average / 1000;
            yield return $"Published {published.Way}: {Users} users on average / {published.Average} ms = {law}/s by Little's law, " +
                $"{published.PerSecond}/s published: {Format.Digits(inFlight)} users in flight, so that rate is " +
                $"{LittleSection.WhoseRate(inFlight / Users)}.";
        }

        yield return $"Published {Stress.Way}: {Format.Percent(Stress.Errors)} of the calls ended UNAVAILABLE, in about 0 ms: its times " +
            "mix answers with refusals, and are no latency of the service.";

        if (rows.GetValueOrDefault(GatewayTransports.Rest)?.Rate is { } through)
        {
            foreach (var direct in All.Where(published => published.Transport != GatewayTransports.Rest))
            {
                if (rows.GetValueOrDefault(direct.Transport)?.Rate is { } alone)
                {
                    yield return $"HTTP with RPC against {direct.Way}: {Format.Digits(All[2].PerSecond / direct.PerSecond)} of the rate " +
                        $"published, {Format.Digits(through.Mean / alone.Mean)} ours.";
                }
            }
        }
    }
}
