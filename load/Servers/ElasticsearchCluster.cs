using System.Diagnostics;
using System.Text.Json;
using Load.Machine;

namespace Load.Servers;

/// <summary>Three Elasticsearch nodes that may be killed one at a time.</summary>
internal sealed class ElasticsearchCluster : IDisposable
{
    public const int Size = 3;

    /// <summary>A node takes ten seconds to come back on a machine that has nothing else to do.</summary>
    private static readonly TimeSpan ReturnLimit = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly ServerScript _script;
    private readonly HttpClient _client = new();

    private ElasticsearchCluster(ServerScript script, int port)
    {
        _script = script;
        Nodes = [.. Enumerable.Range(port, Size).Select(node => new Uri($"http://127.0.0.1:{node}"))];
    }

    /// <summary>The address of each node, node 1 first.</summary>
    public IReadOnlyList<Uri> Nodes { get; }

    public static async Task<ElasticsearchCluster> UpAsync(ServerScript script, CancellationToken cancellationToken)
    {
        // Node i of n serves HTTP i ports further on, and the other nodes 100 ports above that.
        var port = FreePorts.Find([.. Enumerable.Range(0, Size), .. Enumerable.Range(100, Size)]);
        await script.RunAsync(cancellationToken, "up", "elasticsearch", "--nodes", $"{Size}", "--port", $"{port}");
        return new ElasticsearchCluster(script, port);
    }

    /// <returns>The number, from 1, of the node with the primary shard of the index behind the alias.</returns>
    public async Task<int> FindPrimaryAsync(string alias, CancellationToken cancellationToken)
    {
        var address = new Uri(Nodes[0], $"/_cat/shards/{alias}?format=json&h=prirep,node");
        using var shards = JsonDocument.Parse(await _client.GetByteArrayAsync(address, cancellationToken));
        var primary = shards.RootElement.EnumerateArray().First(shard => shard.GetProperty("prirep").GetString() == "p");
        return primary.GetProperty("node").GetString()![^1] - '0'; // node-1
    }

    /// <summary>SIGKILL.</summary>
    public Task KillAsync(int node, CancellationToken cancellationToken) => SignalAsync("kill", node, cancellationToken);

    /// <summary>SIGSTOP: the node keeps its connections and says nothing.</summary>
    public Task PauseAsync(int node, CancellationToken cancellationToken) => SignalAsync("pause", node, cancellationToken);

    /// <summary>SIGCONT: the node goes on with what it was about to do.</summary>
    public Task ResumeAsync(int node, CancellationToken cancellationToken) => SignalAsync("resume", node, cancellationToken);

    /// <summary>Starts a killed node on the data that it left, as <c>up</c> did, and waits until every copy is whole again.</summary>
    public async Task ReviveAsync(int node, CancellationToken cancellationToken)
    {
        var home = Path.Combine(_script.Home, $"es-{node}");
        await _script.ShellAsync(
            $"""
            run=; [ "$(id -u)" = 0 ] && run="runuser -u $(stat -c %U '{home}') --"
            java='{_script.Home}/elasticsearch/jdk' # a server may have brought its own
            [ -x "$java/bin/java" ] || java="$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")"
            export ES_JAVA_HOME="$java" ES_PATH_CONF='{home}/config'
            export ES_JAVA_OPTS="-Xms512m -Xmx512m"
            rm -f '{home}/pid' # of the one that was killed
            nohup $run '{_script.Home}/elasticsearch/bin/elasticsearch' -p '{home}/pid' >> '{home}/out.log' 2>&1 < /dev/null &
            """,
            cancellationToken);

        // The node itself is asked: the others may not have noticed yet that it had been away.
        var health = $"/_cluster/health?wait_for_nodes={Size}&wait_for_status=green&timeout=1s";
        await BecomeGreenAsync(new Uri(Nodes[node - 1], health), cancellationToken);
    }

    /// <summary>Waits until every shard of the index behind the alias has its copy, so that it survives the loss of a node.</summary>
    public Task BecomeWholeAsync(string alias, CancellationToken cancellationToken) =>
        BecomeGreenAsync(new Uri(Nodes[0], $"/_cluster/health/{alias}?wait_for_status=green&timeout=1s"), cancellationToken);

    public void Dispose() => _client.Dispose();

    private Task<string> SignalAsync(string verb, int node, CancellationToken cancellationToken) =>
        _script.RunAsync(cancellationToken, verb, "elasticsearch", $"{node}");

    /// <param name="health">Answers 408 until the cluster is as the query asks.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    private async Task BecomeGreenAsync(Uri health, CancellationToken cancellationToken)
    {
        var start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < ReturnLimit)
        {
            try
            {
                using var response = await _client.GetAsync(health, cancellationToken);
                if (response.IsSuccessStatusCode)
                {
                    return;
                }
            }
            catch (HttpRequestException)
            {
                // It does not listen yet.
            }

            await Task.Delay(Pause, cancellationToken);
        }

        throw new LabException($"{health} did not become true within {ReturnLimit.TotalSeconds} s; see the logs under {_script.Home}.");
    }
}
