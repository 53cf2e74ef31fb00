using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Gateway.Processes;
using Load.Systems.Gateway.Findings;

namespace Load.Systems.Gateway.Suites;

/// <summary>
/// The published comparison of RPC, HTTP and HTTP with RPC, as its generator ran it: a user more each second, each sending the next request
/// when the last one was answered.
/// </summary>
internal static class RampSuite
{
    private const int Users = 100;
    private const long Size = 10_000;

    public static SuiteCommand Command(GatewaySuiteOptions options) => options.Command(
        "ramp", $"the published experiment: {Users} users ramped over {Users} s, over RPC, HTTP, and HTTP with RPC", Create,
        options.Transports);

    public static Suite Create(GatewayRequest request)
    {
        var cases = new GatewayCases(request);
        return new()
        {
            Name = "ramp",
            Cases =
            [
                .. ((string[])[.. request.Analyzer.Transports ?? [TransportCatalog.Grpc, TransportCatalog.Rest], GatewayTransports.Rest])
                    .Select(transport => cases.Case(transport, Operation.Unknown, Size, new LoadShape.Ramp(Users))),
            ],
            Repeats = 1,
            IterationLength = TimeSpan.FromSeconds(Users),
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
            Findings = result => [.. PublishedRamp.Of(result), .. UsersSection.Of(result), .. LittleSection.Of(result)],
        };
    }
}
