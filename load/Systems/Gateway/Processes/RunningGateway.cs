using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;

using Load.Systems.Analyzer.Transports.Rest;

namespace Load.Systems.Gateway.Processes;

/// <summary>An analyzer, the gateway in front of it, and beside that the peers that are installed.</summary>
internal sealed class RunningGateway : ISystemUnderTest, IAnalyzerEdges
{
    private readonly Dictionary<string, ITransport> _transports = [];
    private readonly RunningAnalyzer _analyzer;
    private readonly GatewayProcess _gateway;
    private readonly IReadOnlyList<RunningPeer> _peers;

    private RunningGateway(RunningAnalyzer analyzer, GatewayProcess gateway, IReadOnlyList<RunningPeer> peers)
    {
        (_analyzer, _gateway, _peers) = (analyzer, gateway, peers);
        Processes = [.. analyzer.Processes, gateway.Observed, .. peers.Select(peer => peer.Process)];
    }

    /// <summary>The analyzer first.</summary>
    public IReadOnlyList<IObservedProcess> Processes { get; }

    public HostControl Control => _analyzer.Control;

    public bool IsOurs => true;

    /// <param name="analyzer">Belongs to the gateway from now on.</param>
    /// <param name="launch">Which gateway, and how.</param>
    /// <param name="peers">Those of them that are installed are started too.</param>
    /// <param name="context">The run.</param>
    /// <param name="cancellationToken">Ends the wait for them to be ready.</param>
    public static async Task<RunningGateway> StartAsync(
        RunningAnalyzer analyzer, GatewayStart launch, IReadOnlyList<Peer> peers, SetupContext context, CancellationToken cancellationToken)
    {
        var started = new Stack<IAsyncDisposable>([analyzer]);
        try
        {
            var gateway = await GatewayProcess.StartAsync(
                [analyzer.Grpc], Log("gateway"), launch with { Processors = context.Processors }, cancellationToken);
            started.Push(gateway);
            var running = new List<RunningPeer>();
            foreach (var peer in peers.Where(peer => peer.Obstacle is null))
            {
                running.Add(await peer.StartAsync(analyzer.Http, analyzer.Grpc, Log(peer.Name), context.Processors, cancellationToken));
                started.Push(running[^1]);
            }

            return new RunningGateway(analyzer, gateway, running);
        }
        catch
        {
            foreach (var one in started)
            {
                await one.DisposeAsync();
            }

            throw;
        }

        string Log(string name) => Path.Combine(context.Folder.FullName, $"{name}.log");
    }

    public ITransport Transport(string name, ConnectionUse connecting)
    {
        if (!_transports.TryGetValue(name, out var transport) && Create(name) is { } created)
        {
            _transports.Add(name, transport = created);
        }

        return transport ?? _analyzer.Transport(name, connecting);
    }

    public Task MakeKnownAsync(FileSet files, ExpectedVerdicts verdicts, CancellationToken cancellationToken) =>
        _analyzer.MakeKnownAsync(files, verdicts, cancellationToken);

    public async ValueTask DisposeAsync()
    {
        foreach (var transport in _transports.Values)
        {
            await transport.DisposeAsync();
        }

        foreach (var peer in _peers)
        {
            await peer.DisposeAsync();
        }

        await _gateway.DisposeAsync();
        await _analyzer.DisposeAsync();
    }

    private ITransport? Create(string name) => name switch
    {
        GatewayTransports.Rest => new Http1Transport(_gateway.Http, form: false),
        GatewayTransports.Grpc => Over(_gateway.Http, _gateway.Grpc, TransportCatalog.Grpc),
        _ when _peers.FirstOrDefault(peer => peer.Peer.Name == name) is { } peer => new Http1Transport(peer.Http, form: false),
        _ when _peers.FirstOrDefault(peer => peer.Peer.GrpcName == name) is { } peer =>
            Over(peer.Http, peer.Grpc, TransportCatalog.Grpc),
        _ => null,
    };

    private static ITransport Over(Uri http, Uri grpc, string transport) =>
        TransportCatalog.Create(transport, new AnalyzerAddresses(http, grpc));
}
