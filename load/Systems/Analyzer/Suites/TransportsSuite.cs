using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>
/// REST and gRPC over TLS, with HTTP/1.1, HTTP/2 and HTTP/3: on loopback, where processors decide, and over a link with a round trip and
/// lost packets, where HTTP/3 is supposed to pay; with kept connections, and with a first and a resumed one for each request.
/// </summary>
internal static class TransportsSuite
{
    private const long KB = 1000;
    private const long MB = 1_000_000;
    private const int Callers = 4;

    private static readonly TimeSpan RoundTrip = TimeSpan.FromMilliseconds(20);

    private static readonly ServiceSettings Near = ServiceSettings.Default.With("loss", "0%").With("rtt", "0ms");

    private static readonly ServiceSettings[] Links =
    [
        Near,
        .. ((double[])[0, 0.001, 0.01, 0.02]).Select(loss => ServiceSettings.Default.Behind(new LinkShape(loss, RoundTrip))),
    ];

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "transports",
        "REST and gRPC over TLS with HTTP/1.1, HTTP/2 and HTTP/3: near and far, with lost packets, first and resumed connections",
        (request, _) => Create(request),
        options.Transports);

    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request);
        var transports = request.Transports ?? TransportCatalog.Secured;
        return new()
        {
            Name = "transports",
            Cases =
            [
                .. from link in Links
                   from size in (long[])[10 * KB, MB]
                   from transport in transports
                   select cases.Case(transport, Operation.Unknown, size, new LoadShape.Closed(Callers), link),
                .. from link in (ServiceSettings[])[Near, Links[1], Links[3]]
                   from connecting in (ConnectionUse[])[ConnectionUse.First, ConnectionUse.Resumed]
                   from transport in transports
                   select cases.Case(transport, Operation.LookUp, 10 * KB, new LoadShape.Closed(1), link, connecting),
            ],
            Repeats = 5,
            IterationLength = TimeSpan.FromSeconds(3),
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
        };
    }
}
