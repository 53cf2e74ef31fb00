using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>
/// The best that each protocol can do on this machine, and how far the real thing is from it: nothing against a look-up, an upload that is
/// read and thrown away against one that is hashed, analysed, and stored.
/// </summary>
internal static class CeilingsSuite
{
    private const long Small = 10_000;
    private const long Large = 10_000_000;
    private const int Askers = 16;
    private const int Uploaders = 4;

    /// <summary>A connection bears 146 early answers a second before files are read although they are known; there are four.</summary>
    private const int NamedPerSecond = 400;

    private static readonly LoadShape Seldom = new LoadShape.Open(NamedPerSecond);

    private static readonly ServiceSettings Ours = ServiceSettings.Default.With("kestrel", "ours");
    private static readonly ServiceSettings Stock =
        ServiceSettings.Default.With("kestrel", "stock", ("Analyzer:Ceilings:StockTransport", "true"));

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "ceilings", "what each protocol can do at best, and how far the real thing is from it", (request, _) => Create(request),
        options.Transports);

    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request);
        return new()
        {
            Name = "ceilings",
            Cases =
            [
                .. (request.Transports ?? TransportCatalog.All).SelectMany(transport => Asks(cases, transport)),
                .. (request.Transports ?? TransportCatalog.All).SelectMany(transport => Uploads(cases, transport)),
            ],
            Repeats = 5,
            IterationLength = TimeSpan.FromSeconds(2),
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
        };
    }

    private static IEnumerable<Case> Asks(AnalyzerCases cases, string transport)
    {
        Case Ask(Operation operation, long size, LoadShape load) => cases.Case(transport, operation, size, load, Ours);
        var many = new LoadShape.Closed(Askers);
        var empty = Ask(Operation.Empty, Small, many);
        var lookUp = Ask(Operation.LookUp, Small, many) with { Ceiling = empty.Name };

        var seldom = Ask(Operation.LookUp, Small, Seldom);

        // At the rate of look-ups, whatever the size of the file; over bare HTTP/2 only as often as the service can reset streams
        // (NamedPerSecond).
        return !TransportCatalog.SharesConnections(transport)
            ? [empty, lookUp, Ask(Operation.Named, Large, many) with { Ceiling = lookUp.Name }]
            : [empty, lookUp, seldom, Ask(Operation.Named, Large, Seldom) with { Ceiling = seldom.Name }];
    }

    /// <summary>
    /// Each step has the one before it as its ceiling; the first, stock Kestrel, has none. A form is held against the raw body.
    /// </summary>
    private static IEnumerable<Case> Uploads(AnalyzerCases cases, string transport)
    {
        Case Upload(Operation operation, ServiceSettings settings, string? over = null) =>
            cases.Case(over ?? transport, operation, Large, new LoadShape.Closed(Uploaders), settings);
        Case[] steps =
        [
            Upload(Operation.NullUpload, Stock),
            Upload(Operation.NullUpload, Ours),
            .. transport == TransportCatalog.Rest ? [Upload(Operation.HashOnly, Ours), Upload(Operation.AnalysisOnly, Ours)] : (Case[])[],
            Upload(Operation.Unknown, Ours),
        ];
        var ladder = steps.Select((step, i) => i == 0 ? step : step with { Ceiling = steps[i - 1].Name });
        return transport != TransportCatalog.Rest ? ladder
            : ladder.Append(Upload(Operation.Unknown, Ours, TransportCatalog.RestForm) with { Ceiling = steps[^1].Name });
    }
}
