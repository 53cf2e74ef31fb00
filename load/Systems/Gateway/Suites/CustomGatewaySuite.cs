using System.CommandLine;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Suites;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Gateway.Findings;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Suites;

/// <summary>Rows that a person asks for: the analyzer's, through the gateway, its peers, or past them.</summary>
internal sealed class CustomGatewaySuite
{
    public const string Name = "custom-gateway";

    /// <summary>The dimensions of which it takes any value.</summary>
    public static readonly IReadOnlyList<string> Dimensions = ["size", "instances", "transport", "file", "rate"];

    private static readonly string[] Usual = [TransportCatalog.Rest, GatewayTransports.Rest, GatewayTransports.Grpc];

    private static readonly string[] Ways =
    [
        GatewayTransports.Rest, GatewayTransports.Grpc, .. Peer.All.SelectMany(peer => new[] { peer.Name, peer.GrpcName }),
        .. TransportCatalog.Names,
    ];

    private readonly RowOptions _rows = new();

    private readonly ListOption<string> _ways =
        Words.Option("--transport", $"Ways of requests [default: {string.Join(',', Usual)}]", Ways);

    public static SuiteCommand Command(GatewaySuiteOptions options)
    {
        var own = new CustomGatewaySuite();
        return own._rows.Checked(options.Command(
            Name, "rows that you ask for, through the gateway, nginx or haproxy, or straight to the analyzer", own.Create,
            [own._ways.Option, .. own._rows.Options]));
    }

    /// <summary>Scenarios whose steps go through the gateway.</summary>
    public static ScenarioSupport Scenarios(GatewaySuiteOptions options) => options.Scenarios((request, file) =>
    {
        var cases = new GatewayCases(request);
        return ScenarioSuite.Create(
            file, Ways, Usual,
            (way, operation, size, load) => RowOptions.Fitting(cases.Case(way, operation, size, load), (operation, size), load)) with
        {
            DescribeAsync = request.DescribeAsync,
            Findings = result => HopSection.Of(result),
        };
    });

    private Suite Create(GatewayRequest request, ParseResult parsed)
    {
        var cases = new GatewayCases(request);
        return new()
        {
            Name = Name,
            Cases = AskedRows.Of(
                Name,
                from row in _rows.Rows(parsed)
                from load in _rows.Loads(parsed)
                from way in _ways.Values(parsed) ?? Usual
                select RowOptions.Fitting(cases.Case(way, row.Operation, row.Size, load), row, load)),
            Repeats = 3,
            IterationLength = TimeSpan.FromSeconds(3),
            Timeout = RowOptions.Timeout,
            MaxAtOnce = 1000,
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
            Findings = result => HopSection.Of(result),
        };
    }
}
