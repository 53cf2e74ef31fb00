using Crash.Faults;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Gateway.Processes;

namespace Crash.Systems.Gateway;

/// <summary>Three analyzers behind the gateway, one of which is struck: is every report that was acknowledged still there?</summary>
internal sealed class GatewayCrash : ICrashSystem
{
    public const string Backend = "backend";

    public string Name => "gateway";

    public string Entries => "reports";

    public IReadOnlyList<string> Programs => [LabEndpoints.Project, GatewayProcess.Lab];

    public IReadOnlyList<string> Stores { get; } = [StoreTarget.Elasticsearch];

    public IReadOnlyList<string> FaultsOn(string store) => [Backend];

    public async Task<ICrashScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken) =>
        await GatewayScene.OpenAsync(options, folder, cancellationToken);
}
