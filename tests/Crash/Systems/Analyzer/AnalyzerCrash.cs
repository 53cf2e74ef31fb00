using Crash.Faults;
using Crash.Strikes;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;

namespace Crash.Systems.Analyzer;

/// <summary>The analyzer under faults: is every report that it acknowledged still there?</summary>
internal sealed class AnalyzerCrash : ICrashSystem
{
    public const string Kill = "kill";
    public const string Node = "node";
    public const string Pause = "pause";
    public const string Away = "away";

    public string Name => "analyzer";

    public string Entries => "reports";

    public IReadOnlyList<string> Programs => [LabEndpoints.Project];

    public IReadOnlyList<string> Stores => StoreTarget.Names;

    public IReadOnlyList<string> FaultsOn(string store) =>
        store == StoreTarget.Sqlite ? [Kill] : [Kill, .. NetworkFault.Names, Pause, Away, Node];

    public async Task<ICrashScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken) =>
        options.Store == StoreTarget.Sqlite
            ? new SqliteScene(options, folder)
            : await ElasticsearchScene.OpenAsync(options, folder, cancellationToken);
}
