using Load.Server;

namespace Load.Crash.Faults;

/// <summary>
/// SIGKILL to the service, between two instructions of its own choosing: no handler runs, nothing is flushed, sockets are closed by the kernel.
/// </summary>
/// <remarks>
/// What this proves: nothing is acknowledged that still lies in the process, and whatever a killed writer leaves behind (a log without its
/// checkpoint, a transaction half-written, a bulk request half-sent) is read rightly afterwards. What it does not prove: that the
/// bytes are on the disk. What a process has written survives it in the kernel's memory, flushed or not; only a power loss would tell. That
/// SQLite is told to flush before a commit returns (WAL, synchronous = FULL) has a test of its own in Analyzer.Storage.Sqlite.Tests,
/// and that Elasticsearch flushes before it answers (translog.durability = request) is set, and verified, by the store.
/// </remarks>
internal sealed class ServiceKill(string name, ServiceSettings settings) : IFault
{
    public string Name => name;

    public bool EndsService => true;

    public ServiceSettings Exposed => settings;

    public ServiceSettings Sheltered => settings;

    public async Task<string> StrikeAsync(ServiceProcess service, int round, ulong draw, CancellationToken cancellationToken)
    {
        await service.KillAsync(cancellationToken);
        return "killed";
    }

    public Task RelieveAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task MendAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
