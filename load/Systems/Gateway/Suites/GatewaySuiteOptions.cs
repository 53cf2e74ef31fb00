using System.CommandLine;
using Load.Machine;
using Load.Measuring;
using Load.Scenarios;
using Load.Systems.Analyzer.Suites;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Suites;

/// <summary>The options of every suite that starts a gateway: those of the analyzer behind it, and the gateway's own.</summary>
internal sealed class GatewaySuiteOptions(AnalyzerOptions analyzer)
{
    private const string Section = "Gateway:";

    /// <summary>The keys that the lab decides for every gateway that it starts.</summary>
    private static readonly string[] Taken =
    [
        "Gateway:Backends", "Gateway:Address", "Gateway:HttpPort", "Gateway:GrpcPort", "Gateway:Ceilings:Enabled",
        "Gateway:StopAtEndOfInput",
    ];

    private readonly Option<string?> _gateway = new("--gateway") { Description = "Another gateway.dll than the one built with the lab" };

    /// <inheritdoc cref="AnalyzerOptions.Command"/>
    public SuiteCommand Command(string name, string description, Func<GatewayRequest, Suite> create, params Option[] own) =>
        Command(name, description, (request, _) => create(request), own);

    /// <inheritdoc cref="AnalyzerOptions.Command"/>
    public SuiteCommand Command(
        string name, string description, Func<GatewayRequest, ParseResult, Suite> create, params Option[] own) => analyzer.Command(
            name, description,
            (request, parsed) => create(Split(request, parsed.GetValue(_gateway)), parsed) with
            {
                AdHoc = (CustomGatewaySuite.Name, CustomGatewaySuite.Dimensions),
            },
            [_gateway, .. own]);

    /// <summary>Scenarios, measured with the gateway that was built with the lab.</summary>
    public ScenarioSupport Scenarios(Func<GatewayRequest, ScenarioFile, Suite> create) => new(
        analyzer.OfService, (file, parsed, seed) => create(Split(analyzer.Read(parsed, seed), null), file));

    /// <inheritdoc cref="AnalyzerOptions.Transports"/>
    public Option<string?> Transports => analyzer.Transports;

    /// <summary>Settings are given to the host that they name.</summary>
    private static GatewayRequest Split(AnalyzerRequest request, string? assembly)
    {
        var own = request.Settings.ToLookup(setting => setting.Key.StartsWith(Section, StringComparison.OrdinalIgnoreCase));
        foreach (var (key, _) in own[true].Where(setting => Taken.Contains(setting.Key, StringComparer.OrdinalIgnoreCase)))
        {
            throw new LabException($"--set {key}: the lab decides that itself.");
        }

        return new GatewayRequest(
            request with { Settings = new Dictionary<string, string>(own[false]) },
            new GatewayStart { Assembly = assembly, Settings = new Dictionary<string, string>(own[true]) });
    }
}

/// <param name="Analyzer">Concerns the analyzer.</param>
/// <param name="Gateway">Concerns the gateway in front of it.</param>
internal sealed record GatewayRequest(AnalyzerRequest Analyzer, GatewayStart Gateway)
{
    /// <inheritdoc cref="AnalyzerRequest.DescribeAsync"/>
    public async Task<SystemFacts> DescribeAsync(CancellationToken cancellationToken)
    {
        var facts = await Analyzer.DescribeAsync(cancellationToken);
        return facts with { Settings = new Dictionary<string, string>(facts.Settings.Concat(Gateway.Settings)) };
    }
}
