using Crash.Faults;
using Crash.Servers;
using Crash.Strikes;
using Load.Servers;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;

namespace Crash.Systems.Analyzer;

/// <summary>The analyzer on three Elasticsearch nodes, with a proxy in front of each for the faults of the network.</summary>
internal sealed class ElasticsearchScene : ICrashScene
{
    private readonly CrashOptions _options;
    private readonly string _folder;
    private readonly ServerScript _script;
    private readonly ElasticsearchCluster _cluster;
    private readonly Toxiproxy _network;

    private ElasticsearchScene(
        CrashOptions options, string folder, ServerScript script, ElasticsearchCluster cluster, Toxiproxy network) =>
        (_options, _folder, _script, _cluster, _network) = (options, folder, script, cluster, network);

    public static async Task<ElasticsearchScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken)
    {
        var script = new ServerScript(options.Servers);
        try
        {
            var cluster = await ElasticsearchCluster.UpAsync(script, cancellationToken);
            var network = await Toxiproxy.UpAsync(script, cluster.Nodes, cancellationToken);
            return new ElasticsearchScene(options, folder, script, cluster, network);
        }
        catch
        {
            await script.DisposeAsync();
            throw;
        }
    }

    public CrashTrial Prepare(string fault)
    {
        // An index of its own: whatever it holds comes from this fault's rounds.
        var alias = $"crash-{fault}";
        IFault strike = fault switch
        {
            AnalyzerCrash.Kill => new SystemKill(fault),
            AnalyzerCrash.Node => new NodeLoss(fault, _cluster, alias),
            AnalyzerCrash.Pause => new NodePause(fault, _cluster, alias),
            AnalyzerCrash.Away => new ClusterPause(fault, _cluster),
            _ => new NetworkFault(fault, _network),
        };
        var sheltered = On(_cluster.Nodes, alias);
        var exposed = strike is NetworkFault ? On(_network.Proxies, alias) : sheltered;
        return new(strike, new AnalyzerSubject(_options, _folder, fault, exposed, sheltered));
    }

    public async ValueTask DisposeAsync()
    {
        _network.Dispose();
        _cluster.Dispose();
        await _script.DisposeAsync();
    }

    private static ServiceSettings On(IReadOnlyList<Uri> nodes, string alias) => ServiceSettings.Default.With(
        "store",
        StoreTarget.Elasticsearch,
        ("Analyzer:Store", StoreTarget.Elasticsearch),
        ("Analyzer:Elasticsearch:Url", string.Join(',', nodes)),
        ("Analyzer:Elasticsearch:Alias", alias),
        ("Analyzer:Elasticsearch:Replicas", "1"));
}
