using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Gateway.Findings;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Suites;

/// <summary>The cost of a hop: the analyzer alone, the gateway in front of it, and third-party proxies, side by side.</summary>
internal static class GatewaySuite
{
    private const long KB = 1000;
    private const long MB = 1_000_000;

    private static readonly string[] Rest = [TransportCatalog.Rest, GatewayTransports.Rest, .. Peer.All.Select(peer => peer.Name)];

    private static readonly string[] Grpc = [TransportCatalog.Grpc, GatewayTransports.Grpc, .. Peer.All.Select(peer => peer.GrpcName)];

    private static readonly (Operation Operation, long Size, int Callers)[] Subjects =
    [
        (Operation.LookUp, 10 * KB, 32),
        (Operation.Unknown, 10 * KB, 64),
        (Operation.Unknown, MB, 8),
        (Operation.NullUpload, 10 * MB, 4),
    ];

    public static SuiteCommand Command(GatewaySuiteOptions options) => options.Command(
        "gateway", "what the gateway's hop costs, beside the analyzer alone and beside nginx, haproxy and YARP", Create);

    public static Suite Create(GatewayRequest request)
    {
        var cases = new GatewayCases(request);
        return new()
        {
            Name = "gateway",
            Cases =
            [
                // The cost of an endpoint that does nothing, in the gateway's own process.
                cases.Case(GatewayTransports.Rest, Operation.Empty, 10 * KB, new LoadShape.Closed(32)),
                .. from subject in Subjects
                   from transport in (string[])[.. Rest, .. Grpc]
                   select cases.Case(transport, subject.Operation, subject.Size, new LoadShape.Closed(subject.Callers)),
                .. HalfOfTheKnee(cases),
            ],
            Repeats = 4,
            Searches = 1,
            IterationLength = TimeSpan.FromSeconds(3),
            MaxAtOnce = 1000, // each way keeps its connections, and the analyzer those of all
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
            Findings = result => [.. HopSection.Of(result), .. HalfSection.Of(result), .. LittleSection.Of(result)],
        };
    }

    /// <summary>Below saturation, times are those of the way itself. The knee is that of the analyzer alone.</summary>
    private static IEnumerable<Case> HalfOfTheKnee(GatewayCases cases)
    {
        Case[] rungs = [.. cases.Case(TransportCatalog.Rest, Operation.LookUp, 10 * KB, new LoadShape.Open(1000)).Rungs(1000, 100_000)];
        return rungs.Concat(Rest.Select(transport =>
            cases.Case(transport, Operation.LookUp, 10 * KB, new LoadShape.OfKnee(0.5)) with { Ladder = rungs[0].Ladder }));
    }
}
