using System.Diagnostics;
using System.Text.Json;
using Load.Server;

namespace Load.Crash.Servers;

/// <summary>Three nodes that may be killed one at a time.</summary>
internal sealed class ElasticsearchCluster : IDisposable
{
    public const int Size = 3;

    /// <summary>It takes ten seconds on a machine that has nothing else to do.</summary>
    private static readonly TimeSpan ReturnLimit = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly ServerScript _script;
    private readonly HttpClient _client = new();

    private ElasticsearchCluster(ServerScript script, int port)
    {
        _script = script;
        Nodes = [.. Enumerable.Range(port, Size).Select(node => new Uri($"http://127.0.0.1:{node}"))];
    }

    /// <summary>The address of each, node 1 first.</summary>
    public IReadOnlyList<Uri> Nodes { get; }

    public static async Task<ElasticsearchCluster> UpAsync(ServerScript script, CancellationToken cancellationToken)
    {
        var port = FreePort();
        await script.RunAsync(cancellationToken, "up", "elasticsearch", "--nodes", $"{Size}", "--port", $"{port}");
        return new ElasticsearchCluster(script, port);
    }

    /// <returns>The number, from 1, of the node that holds the primary shard of the index behind the alias.</returns>
    public async Task<int> FindPrimaryAsync(string alias, CancellationToken cancellationToken)
    {
        var answer = await _client.GetByteArrayAsync(new Uri(Nodes[0], $"/_cat/shards/{alias}?format=json&h=prirep,node"), cancellationToken);
        using var shards = JsonDocument.Parse(answer);
        var node = shards.RootElement.EnumerateArray().First(shard => shard.GetProperty("prirep").GetString() == "p").GetProperty("node").GetString()!;
        return node[^1] - '0'; // node-1
    }

    /// <summary>SIGKILL.</summary>
    public Task KillAsync(int node, CancellationToken cancellationToken) => _script.RunAsync(cancellationToken, "kill", "elasticsearch", $"{node}");

    /// <summary>SIGSTOP: it keeps its connections, and says nothing.</summary>
    public Task PauseAsync(int node, CancellationToken cancellationToken) => _script.RunAsync(cancellationToken, "pause", "elasticsearch", $"{node}");

    /// <summary>SIGCONT: it goes on with what it was about to do.</summary>
    public Task ResumeAsync(int node, CancellationToken cancellationToken) => _script.RunAsync(cancellationToken, "resume", "elasticsearch", $"{node}");

    /// <summary>Starts a killed node again on what it left on its disk, the way <c>up</c> started it, and waits until every copy is whole again.</summary>
    public async Task ReviveAsync(int node, CancellationToken cancellationToken)
    {
        var home = Path.Combine(_script.Home, $"es-{node}");
        await _script.ShellAsync(
            $"""
            run=; [ "$(id -u)" = 0 ] && run="runuser -u $(stat -c %U '{home}') --"
            export ES_JAVA_HOME="$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")" ES_PATH_CONF='{home}/config'
            export ES_JAVA_OPTS="-Xms512m -Xmx512m"
            nohup $run '{_script.Home}/elasticsearch/bin/elasticsearch' -p '{home}/pid' >> '{home}/out.log' 2>&1 < /dev/null &
            """,
            cancellationToken);
        await HealthyAsync(Nodes[node - 1], home, cancellationToken);
    }

    public void Dispose() => _client.Dispose();

    /// <summary>Asks the node itself: another one may not have noticed yet that it had been away.</summary>
    private async Task HealthyAsync(Uri node, string home, CancellationToken cancellationToken)
    {
        var start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < ReturnLimit)
        {
            try
            {
                using var answer = await _client.GetAsync(new Uri(node, $"/_cluster/health?wait_for_nodes={Size}&wait_for_status=green&timeout=1s"), cancellationToken);
                if (answer.IsSuccessStatusCode)
                {
                    return; // 408 as long as it is not
                }
            }
            catch (HttpRequestException)
            {
                // Not listening yet.
            }

            await Task.Delay(Pause, cancellationToken);
        }

        throw new LabException($"{node} did not come back whole within {ReturnLimit.TotalSeconds} s; see {home}.");
    }

    /// <summary>A port that is free together with all that the nodes take: for HTTP those that follow, a hundred above for each other.</summary>
    private static int FreePort()
    {
        while (true)
        {
            // Below the ports that outgoing connections get (32768 and above on Linux, 49152 by RFC 6335).
            var port = Random.Shared.Next(100, 320) * 100;
            if (Enumerable.Range(port, Size).Concat(Enumerable.Range(port + 100, Size)).All(FreePorts.IsFree))
            {
                return port;
            }
        }
    }
}
