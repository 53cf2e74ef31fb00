using Crash.Faults;
using Crash.Systems.Analyzer;
using Crash.Systems.Analyzer.Clients;
using Load.Machine;
using Load.Systems.Analyzer.Service;
using Load.Systems.Gateway.Processes;

namespace Crash.Systems.Gateway;

/// <summary>The gateway with its analyzers, and the ledger of what came back through it.</summary>
/// <param name="options">Name the analyzer and the seed.</param>
/// <param name="folder">For data and logs.</param>
/// <param name="settings">The settings of the analyzers: their store.</param>
internal sealed class GatewaySubject(CrashOptions options, string folder, ServiceSettings settings) : ICrashSubject
{
    private const int Analyzers = 3;

    private readonly SubmitterGroup _submitters = new(options.Seed);

    public ILedger Ledger => _submitters.Ledger;

    public Counters Counters => _submitters.Counters;

    public async Task<IRunningSystem> StartAsync(bool isReader, CancellationToken cancellationToken)
    {
        var started = new List<StruckAnalyzer>();
        try
        {
            // Each has its own ports for good: the gateway knows it by them.
            var ports = FreePorts.Find([.. Enumerable.Range(0, 2 * Analyzers)]);
            for (var number = 0; number < (isReader ? 1 : Analyzers); number++)
            {
                var name = isReader ? "reader" : $"analyzer-{number + 1}";
                var start = Start(name) with { Ports = [ports + 2 * number, ports + 2 * number + 1] };
                started.Add(new StruckAnalyzer(name, start, settings, Path.Combine(folder, name)));
                await started[^1].StartAsync(cancellationToken);
            }

            if (isReader)
            {
                return new Running(_submitters, started, gateway: null);
            }

            var gateway = await GatewayProcess.StartAsync(
                started.Select(analyzer => analyzer.Grpc), Path.Combine(folder, "gateway.log"), new GatewayStart(), cancellationToken);
            var running = new Running(_submitters, started, gateway);
            foreach (var analyzer in started)
            {
                await running.SeenAsync(analyzer, isServing: true, cancellationToken);
            }

            return running;
        }
        catch
        {
            foreach (var analyzer in started)
            {
                await analyzer.DisposeAsync();
            }

            throw;
        }
    }

    public Task StartAndKillAsync(TimeSpan after, CancellationToken cancellationToken) =>
        ServiceProcess.StartAndKillAsync(Start("analyzer-1"), settings, Path.Combine(folder, "analyzer-1"), after, cancellationToken);

    private ServiceStart Start(string name) =>
        new(options.Service ?? ServiceStart.BuiltAssembly, Path.Combine(folder, $"{name}.log"));

    /// <summary>Analyzers behind a gateway; or one that is asked itself, past the gateway and with nothing in its memory.</summary>
    internal sealed class Running(SubmitterGroup submitters, IReadOnlyList<StruckAnalyzer> analyzers, GatewayProcess? gateway)
        : IRunningSystem
    {
        private readonly IAnalyzerClient[] _clients = gateway is null
            ? [new RestClient(analyzers[0].Http), new GrpcClient(analyzers[0].Grpc)]
            : [new RestClient(gateway.Http, throughGateway: true), new GrpcClient(gateway.Grpc, throughGateway: true)];

        public IReadOnlyList<StruckAnalyzer> Analyzers => analyzers;

        public IReadOnlyList<IReadBackClient> Clients => _clients;

        /// <summary>Waits until the gateway has noticed how an analyzer is.</summary>
        public Task SeenAsync(StruckAnalyzer analyzer, bool isServing, CancellationToken cancellationToken) =>
            gateway!.SeesAsync(analyzer.Grpc, isServing, cancellationToken);

        /// <inheritdoc cref="GatewayProcess.UnrepeatedAsync"/>
        public Task<long> UnrepeatedAsync(CancellationToken cancellationToken) => gateway!.UnrepeatedAsync(cancellationToken);

        public ICrashWorker CreateWorker(int number, ulong seed) => submitters.NewSubmitter(_clients[number % _clients.Length], seed);

        public async Task KillAsync(CancellationToken cancellationToken)
        {
            await (gateway?.KillAsync(cancellationToken) ?? Task.CompletedTask);
            foreach (var analyzer in analyzers)
            {
                await analyzer.KillAsync(cancellationToken);
            }
        }

        public async ValueTask DisposeAsync()
        {
            Array.ForEach(_clients, client => client.Dispose());
            await (gateway?.DisposeAsync() ?? ValueTask.CompletedTask);
            foreach (var analyzer in analyzers)
            {
                await analyzer.DisposeAsync();
            }
        }
    }
}
