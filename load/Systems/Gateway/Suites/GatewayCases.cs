using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Suites;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Suites;

/// <summary>Makes cases of an analyzer with a gateway and its peers in front of it; those of equal settings share them.</summary>
/// <param name="request">What to start.</param>
/// <param name="peers">Those that run beside the gateway.</param>
/// <param name="isAdaptive">Whether the limits of analyzer and gateway on uploads move.</param>
internal sealed class GatewayCases(GatewayRequest request, IReadOnlyList<Peer> peers, bool isAdaptive = false)
{
    private readonly AnalyzerCases _analyzer = new(request.Analyzer) { IsAdaptive = isAdaptive };
    private readonly GatewayStart _gateway = isAdaptive ? request.Gateway : request.Gateway.NotAdaptive();

    public GatewayCases(GatewayRequest request)
        : this(request, Peer.All)
    {
    }

    /// <param name="transport">A name of the analyzer's own, of <see cref="GatewayTransports"/>, or of a peer.</param>
    /// <param name="operation">The operation of its requests.</param>
    /// <param name="size">Bytes of the files.</param>
    /// <param name="load">How requests come.</param>
    /// <param name="settings">The analyzer's; null for the default.</param>
    public Case Case(string transport, Operation operation, long size, LoadShape load, ServiceSettings? settings = null)
    {
        var own = settings ?? ServiceSettings.Default;
        var direct = _analyzer.Case(transport, operation, size, load, own);
        return direct with
        {
            Setup = new Setup(NameOf(settings), async (context, cancellationToken) => await RunningGateway.StartAsync(
                await _analyzer.StartAsync(own, context, cancellationToken),
                _gateway,
                peers,
                context,
                cancellationToken))
            {
                Programs = [.. direct.Setup.Programs, GatewayProcess.Lab, .. peers.Select(peer => peer.Project).OfType<string>()],
            },
            Obstacle = direct.Obstacle
                ?? Peer.All.FirstOrDefault(peer => transport == peer.Name || transport == peer.GrpcName)?.Obstacle,
        };
    }

    private static string NameOf(ServiceSettings? settings) => settings is null ? "gateway" : $"gateway {settings.Name}";
}
