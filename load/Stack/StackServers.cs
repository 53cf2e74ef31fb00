using Load.Servers;

namespace Load.Stack;

/// <summary>
/// Elasticsearch on three nodes and a Kafka broker that the stack started for itself, so that faults may strike them too. Their data ends
/// with them.
/// </summary>
internal sealed class StackServers : IAsyncDisposable
{
    private readonly ServerScript _script;
    private readonly ElasticsearchCluster _cluster;
    private readonly KafkaBroker _broker;
    private readonly IReadOnlyList<StackServer> _processes;

    private StackServers(ServerScript script, ElasticsearchCluster cluster, KafkaBroker broker)
    {
        (_script, _cluster, _broker) = (script, cluster, broker);
        _processes =
        [
            .. cluster.Nodes.Select((_, i) => new ElasticsearchNode(cluster, i + 1)),
            new BrokerProcess(broker),
        ];
    }

    /// <summary>The nodes, separated by commas.</summary>
    public string StoreUrl => string.Join(',', _cluster.Nodes.Select(node => node.GetLeftPart(UriPartial.Authority)));

    /// <summary>Host and port.</summary>
    public string Kafka => _broker.Address;

    public IReadOnlyList<IStackProcess> Processes => _processes;

    /// <summary>Names of those that were killed, and are not back yet.</summary>
    public IReadOnlyList<string> Returning => [.. _processes.Where(process => !process.IsBack).Select(process => process.Name)];

    /// <summary>For a person.</summary>
    public IReadOnlyList<(string Name, string Address, string What)> Addresses =>
    [
        ("elasticsearch", StoreUrl, "keeps the reports, on three nodes"),
        ("kafka", Kafka, $"hands the journal's lines on to Sigma: topic {StackMembers.Topic}"),
    ];

    /// <param name="path">The script that starts servers.</param>
    /// <param name="cancellationToken">Ends the start; what runs by then is stopped.</param>
    /// <exception cref="Machine.LabException">They could not be started.</exception>
    public static async Task<StackServers> UpAsync(string path, CancellationToken cancellationToken)
    {
        var script = new ServerScript(path);
        try
        {
            var cluster = await ElasticsearchCluster.UpAsync(script, cancellationToken);
            return new(script, cluster, await KafkaBroker.UpAsync(path, isOwn: true, cancellationToken));
        }
        catch
        {
            await script.DisposeAsync();
            throw;
        }
    }

    /// <summary>A server that is on its way back is waited for: it would go on alone otherwise.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var process in _processes)
        {
            await process.BecomeWholeAsync(CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        _cluster.Dispose();
        await _broker.DisposeAsync();
        await _script.DisposeAsync();
    }
}
