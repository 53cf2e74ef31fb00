using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Suites;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Suites;

/// <summary>Makes cases of an analyzer with a gateway and its peers in front of it; all share these processes.</summary>
internal sealed class GatewayCases(GatewayRequest request)
{
    private readonly AnalyzerCases _analyzer = new(request.Analyzer);

    /// <param name="transport">A name of the analyzer's own, of <see cref="GatewayTransports"/>, or of a peer.</param>
    /// <param name="operation">The operation of its requests.</param>
    /// <param name="size">Bytes of the files.</param>
    /// <param name="load">How requests come.</param>
    public Case Case(string transport, Operation operation, long size, LoadShape load)
    {
        var direct = _analyzer.Case(transport, operation, size, load, ServiceSettings.Default);
        return direct with
        {
            Setup = new Setup("gateway", async (context, cancellationToken) => await RunningGateway.StartAsync(
                await _analyzer.StartAsync(ServiceSettings.Default, context, cancellationToken),
                request.Gateway,
                context,
                cancellationToken))
            {
                Programs = [.. direct.Setup.Programs, GatewayProcess.Lab, .. Peer.All.Select(peer => peer.Project).OfType<string>()],
            },
            Obstacle = direct.Obstacle
                ?? Peer.All.FirstOrDefault(peer => transport == peer.Name || transport == peer.GrpcName)?.Obstacle,
        };
    }
}
