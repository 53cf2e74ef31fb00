using Load.Machine;
using Load.Systems.Sigma.Processes;
using Load.Systems.Sigma.Rows;

namespace Load.Systems.Sigma.Streaming;

/// <summary>The processes that share a topic: sigma with the rules of a case, or such as drop what they take.</summary>
internal sealed class TopicReaders : IAsyncDisposable
{
    /// <summary>The project of those that drop.</summary>
    public const string Drain = "Drain";

    private readonly List<SigmaProcess> _sigmas = [];
    private readonly List<ChildProcess> _drains = [];
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("lab-sigma-");
    private readonly HttpClient _http = new();

    private TopicReaders()
    {
    }

    public IReadOnlyList<IObservedProcess> Observed => [.. _sigmas.Select(sigma => sigma.Observed), .. _drains];

    /// <returns>Processes that run; whether they have joined the group, the group knows.</returns>
    /// <exception cref="LabException">One ended instead.</exception>
    public static async Task<TopicReaders> StartAsync(
        RunningStream stream, StreamRow row, string topic, CancellationToken cancellationToken)
    {
        var readers = new TopicReaders();
        try
        {
            for (var number = 1; number <= row.Processes; number++)
            {
                readers.Start(stream, row, topic, number);
            }

            await Task.WhenAll(readers._sigmas.Select(sigma => sigma.BecomeReadyAsync(cancellationToken)));
            return readers;
        }
        catch
        {
            await readers.DisposeAsync();
            throw;
        }
    }

    /// <summary>The counts of all processes together; empty if they only drop records.</summary>
    public async Task<StreamAccount> ReadAsync(CancellationToken cancellationToken)
    {
        var account = new StreamAccount(0, 0, 0);
        foreach (var sigma in _sigmas)
        {
            account += StreamAccount.Parse(await _http.GetStringAsync(new Uri(sigma.Http, "/metrics"), cancellationToken));
        }

        return account;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var process in _sigmas.Cast<IAsyncDisposable>().Concat(_drains))
        {
            await process.DisposeAsync();
        }

        _http.Dispose();
        _folder.Delete(recursive: true);
    }

    private void Start(RunningStream stream, StreamRow row, string topic, int number)
    {
        var program = row.IsDrain ? StreamRow.Drain : "sigma";
        var name = number == 1 ? program : $"{program}-{number}";
        if (row.IsDrain)
        {
            var start = DotNet.Start(BuiltAssembly.Find(Drain), stream.Broker.Address, topic, topic, $"{row.Threads}");
            _drains.Add(ChildProcess.Start(
                name, start, Path.Combine(stream.Folder.FullName, $"{name}.log"), metrics: null, stream.Processors));
            return;
        }

        var folder = Path.Combine(_folder.FullName, name);
        _sigmas.Add(SigmaProcess.Launch(new(
            null, folder, FreePorts.Take(1)[0],
            [
                new("Rules:0", ZeekStream.RulesOf(row.Rules, folder)),
                new("Sources:0", "kafka"),
                new("Sinks:0", "file"),
                new("File:Output", Path.Combine(folder, "alerts.ndjson")),
                new("Kafka:BootstrapServers", stream.Broker.Address),
                new("Kafka:Topics:0", topic),
                new("Kafka:Group", topic),
                new("Kafka:Threads", $"{row.Threads}"),
            ],
            stream.Processors)
        {
            Name = name,
            LogFolder = stream.Folder.FullName,
        }));
    }
}
