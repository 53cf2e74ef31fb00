using Load.Measuring;
using Load.Systems.Analyzer.Overload;
using Load.Systems.Analyzer.Suites;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Suites;

/// <summary>
/// More than gateway and analyzer can do together. An analyzer that is full asks for a pause, and the gateway refuses for it meanwhile:
/// what is left depends on what a refusal costs both.
/// </summary>
internal static class GatewayOverloadSuite
{
    private const string Name = "overload-gateway";

    private static readonly double[] Factors = [1, 2, 4];

    public static SuiteCommand Command(GatewaySuiteOptions options) => options.Command(
        Name, "1, 2 and 4 times the knee of the same run, through the gateway: analyzer and gateway have half of the processors", Create);

    public static Suite Create(GatewayRequest request)
    {
        var cases = new GatewayCases(request, peers: [], isAdaptive: true);
        var file = OverloadFile.Large;
        return OverloadSuite.Of(
            Name,
            from transport in (string[])[GatewayTransports.Rest, GatewayTransports.Grpc]
            from row in OverloadSuite.Rows(file, Factors, [UploadLimit.Adaptive],
                (operation, load, limit) => cases.Case(transport, operation, file.Size, load, limit))
            select row) with
        {
            DescribeAsync = request.DescribeAsync,
            Findings = result => OverloadSection.Of(result, CostOf),
        };
    }

    private static double? CostOf(CaseResult row) =>
        row.ServiceCpuSecondsPerUnit?.Mean + row.CpuSecondsPerUnit(GatewayProcess.AssemblyName)?.Mean;
}
