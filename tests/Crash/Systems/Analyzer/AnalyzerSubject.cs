using Crash.Faults;
using Crash.Systems.Analyzer.Clients;
using Load.Systems.Analyzer.Service;

namespace Crash.Systems.Analyzer;

/// <summary>The analyzer's service on one store, with the ledger of what it acknowledged.</summary>
/// <param name="options">Name the service and the seed.</param>
/// <param name="folder">For data and logs.</param>
/// <param name="name">Part of the logs' names.</param>
/// <param name="exposed">Settings of the service that suffers the fault.</param>
/// <param name="sheltered">Settings of a service that reaches the store past the fault.</param>
internal sealed class AnalyzerSubject(
    CrashOptions options, string folder, string name, ServiceSettings exposed, ServiceSettings sheltered) : ICrashSubject
{
    private readonly SubmitterGroup _submitters = new(options.Seed);

    public ILedger Ledger => _submitters.Ledger;

    public Counters Counters => _submitters.Counters;

    private string Data => Path.Combine(folder, "data");

    public async Task<IRunningSystem> StartAsync(bool isReader, CancellationToken cancellationToken) => new Running(
        this,
        isReader
            ? await ServiceProcess.StartAsync(Start("reader"), sheltered, Data, cancellationToken)
            : await ServiceProcess.StartAsync(Start("service"), exposed, Data, cancellationToken));

    public Task StartAndKillAsync(TimeSpan after, CancellationToken cancellationToken) =>
        ServiceProcess.StartAndKillAsync(Start("service"), exposed, Data, after, cancellationToken);

    private ServiceStart Start(string role) =>
        new(options.Service ?? ServiceStart.BuiltAssembly, Path.Combine(folder, $"{name}-{role}.log"));

    private sealed class Running(AnalyzerSubject subject, ServiceProcess service) : IRunningSystem
    {
        private readonly IAnalyzerClient[] _clients = [new RestClient(service.Http), new GrpcClient(service.Grpc)];

        public IReadOnlyList<IReadBackClient> Clients => _clients;

        public ICrashWorker CreateWorker(int number, ulong seed) =>
            subject._submitters.NewSubmitter(_clients[number % _clients.Length], seed);

        public Task KillAsync(CancellationToken cancellationToken) => service.KillAsync(cancellationToken);

        public async ValueTask DisposeAsync()
        {
            Array.ForEach(_clients, client => client.Dispose());
            await service.DisposeAsync();
        }
    }
}
