using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Findings;

/// <summary>The hop's own CPU, apart from the analyzer's, and both together beside the analyzer alone.</summary>
internal static class HopSection
{
    /// <summary>The promise for a look-up over REST through the gateway.</summary>
    private static readonly (string Cost, Func<HopFigures, Ratio?> Ratio, Func<HopFigures, CaseResult?> Other, string Than, double Bound)[]
        Promises =
    [
        ("the hop takes", hop => hop.HopOfEmpty, hop => hop.Empty, "an endpoint that does nothing", 1.4),
        ("hop and analyzer together take", hop => hop.BothOfDirect, hop => hop.Direct, "the analyzer alone", 2.0),
    ];

    /// <returns>Empty when no row has a hop.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var hops = HopFigures.Of<LoadShape.Closed>(result).ToArray();
        return hops.Length == 0 ? [] : [new ReportSection(
            "What the hop costs",
            "CPU of each process for a request, kernel included. 'of direct' is the rate through the hop against the same protocol " +
            "without it; 'both of direct' all CPU of hop and analyzer against the analyzer's alone; 'hop of nginx' the hop's CPU against " +
            "nginx's on the same row; 'hop of empty' against an endpoint that does nothing. In brackets 95 % intervals over paired " +
            "repeats.",
            new TextTable(
                [
                    new("row", true), new("through", true), new("rate/s"), new("of direct"), new("hop µs"), new("analyzer µs"),
                    new("hop ms/GB"), new("both of direct"), new("hop of nginx"), new("hop of empty"),
                ],
                [.. hops.Select((hop, i) => Line(hop, i == 0 || hop.Subject != hops[i - 1].Subject))]))
        {
            Sentences = [.. hops.SelectMany(Bars).Select(bar => $"{bar}")],
        }];
    }

    private static IEnumerable<Bar> Bars(HopFigures hop) =>
        from promise in Promises
        where hop.Transport == GatewayTransports.Rest && hop.Row.Case[AnalyzerDimensions.File] == Operation.LookUp.Name
        let ratio = promise.Ratio(hop)
        where ratio is not null
        select new Bar($"{hop.Row.Case.Name}: {promise.Cost} {ratio} the CPU of {promise.Than}", ratio, promise.Bound, IsMin: false)
        {
            Rows = [hop.Row, promise.Other(hop)!],
        };

    private static TextTable.Line Line(HopFigures hop, bool starts) => new(
        [
            hop.Subject, hop.Transport, Format.Digits(hop.Row.Rate?.Mean), Text(hop.RateOfDirect), Format.Digits(hop.Cpu * 1e6),
            Format.Digits(hop.Row.ServiceCpuSecondsPerUnit?.Mean * 1e6),
            hop.Row.Case.BytesPerUnit > 0 ? Format.Digits(hop.Cpu * 1e12 / hop.Row.Case.BytesPerUnit) : "-",
            Text(hop.BothOfDirect), Text(hop.HopOfNginx), Text(hop.HopOfEmpty),
        ],
        Starts: starts);

    private static string Text(Ratio? ratio) => ratio?.ToString() ?? "-";
}
