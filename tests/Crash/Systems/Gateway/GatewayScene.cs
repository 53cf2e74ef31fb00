using Crash.Faults;
using Load.Machine;
using Load.Servers;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;

namespace Crash.Systems.Gateway;

/// <summary>One node of Elasticsearch, which the analyzers share: it is not what is struck.</summary>
/// <param name="options">Name the analyzer and the seed.</param>
/// <param name="folder">For data and logs.</param>
/// <param name="store">The node's address.</param>
/// <param name="script">Started it; null when somebody else did.</param>
internal sealed class GatewayScene(CrashOptions options, string folder, string store, ServerScript? script) : ICrashScene
{
    private readonly string _alias = $"crash-{Guid.NewGuid():n}";

    public static async Task<GatewayScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken)
    {
        var script = new ServerScript(options.Servers);
        try
        {
            var port = FreePorts.Find([0, 100]); // the node listens for others 100 ports further on
            var store = await script.RunAsync(cancellationToken, "up", "elasticsearch", "--port", $"{port}");
            return new GatewayScene(options, folder, store, script);
        }
        catch
        {
            await script.DisposeAsync();
            throw;
        }
    }

    public CrashTrial Prepare(string fault)
    {
        var settings = ServiceSettings.Default.With(
            "store",
            StoreTarget.Elasticsearch,
            ("Analyzer:Store", StoreTarget.Elasticsearch),
            ("Analyzer:Elasticsearch:Url", store),
            ("Analyzer:Elasticsearch:Alias", _alias),
            ("Analyzer:Elasticsearch:Replicas", "0"));
        return new(new BackendFault(fault), new GatewaySubject(options, folder, settings));
    }

    public async ValueTask DisposeAsync()
    {
        if (script is not null)
        {
            await script.DisposeAsync();
            return;
        }

        using var server = new ElasticsearchServer(store);
        await server.RemoveAsync(_alias, CancellationToken.None);
    }
}
