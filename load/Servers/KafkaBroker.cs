using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Kafka.Client.Native;
using Load.Machine;

namespace Load.Servers;

/// <summary>A Kafka broker: the one that KAFKA_URL names, or one of the lab's own, which may be stopped for a while.</summary>
internal sealed class KafkaBroker : IAsyncDisposable
{
    private readonly ServerScript? _script;
    private readonly List<string> _topics = [];

    private KafkaBroker(string address, ServerScript? script) => (Address, _script) = (address, script);

    /// <summary>Host and port.</summary>
    public string Address { get; }

    /// <summary>The broker that runs already, as KAFKA_URL names it; null without one.</summary>
    public static string? Running => Environment.GetEnvironmentVariable("KAFKA_URL") is { Length: > 0 } address ? address : null;

    /// <param name="path">The script that starts servers.</param>
    /// <param name="running">A broker that runs already; null without one.</param>
    /// <returns>Why there is no broker, for rows that go without; null where there is one, or the script can start it.</returns>
    public static string? ObstacleOf(string path, string? running) => LibrdkafkaLoader.Missing is { } sentence ? sentence.TrimEnd('.')
        : running is not null ? null
        : OperatingSystem.IsWindows() || !File.Exists(path) ? $"KAFKA_URL names no broker, and there is no script {path} that starts one"
        : HasJava ? null : "KAFKA_URL names no broker, and there is no java to run one";

    /// <param name="path">The script that starts servers.</param>
    /// <param name="isOwn">Whether it belongs to this run, and so may be stopped.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    /// <exception cref="LabException">It could not be started, or the client's native library is missing.</exception>
    public static async Task<KafkaBroker> UpAsync(string path, bool isOwn, CancellationToken cancellationToken)
    {
        if (LibrdkafkaLoader.Missing is { } sentence) // asked before the first client: it finds the library
        {
            throw new LabException(sentence);
        }

        if (!isOwn && Running is { } address)
        {
            return new(address, script: null);
        }

        var script = new ServerScript(path);
        try
        {
            var port = FreePorts.Find([0, 1]); // the controller's is the next one
            return new(await script.RunAsync(cancellationToken, "up", "kafka", "--port", $"{port}"), script);
        }
        catch
        {
            await script.DisposeAsync();
            throw;
        }
    }

    public async Task CreateTopicsAsync(params IEnumerable<(string Name, int Partitions)> topics)
    {
        var specifications = topics.Select(
            topic => new TopicSpecification { Name = topic.Name, NumPartitions = topic.Partitions, ReplicationFactor = 1 }).ToList();
        using var admin = NewAdmin();
        await admin.CreateTopicsAsync(specifications);
        _topics.AddRange(specifications.Select(topic => topic.Name));
    }

    /// <summary>Removes a topic that was made here, with all that is in it.</summary>
    public async Task DeleteTopicAsync(string name)
    {
        using var admin = NewAdmin();
        await admin.DeleteTopicsAsync([name]);
        _topics.Remove(name);
    }

    /// <summary>SIGSTOP: it keeps its connections and says nothing.</summary>
    public Task PauseAsync(CancellationToken cancellationToken) => _script!.RunAsync(cancellationToken, "pause", "kafka");

    /// <summary>SIGCONT: it goes on with what it was about to do.</summary>
    public Task ResumeAsync(CancellationToken cancellationToken) => _script!.RunAsync(cancellationToken, "resume", "kafka");

    /// <summary>SIGKILL.</summary>
    public Task KillAsync(CancellationToken cancellationToken) => _script!.RunAsync(cancellationToken, "kill", "kafka");

    /// <summary>Starts it on the data that it left, and returns when it answers.</summary>
    public Task StartAgainAsync(CancellationToken cancellationToken) => _script!.RunAsync(cancellationToken, "start", "kafka");

    /// <summary>Stops a broker of the lab's own; of another, removes the lab's topics.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_script is not null)
        {
            await _script.DisposeAsync();
        }
        else if (_topics.Count > 0)
        {
            using var admin = NewAdmin();
            await admin.DeleteTopicsAsync(_topics);
        }
    }

    private static bool HasJava => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, "java")));

    private IAdminClient NewAdmin() => new AdminClientBuilder(new AdminClientConfig { BootstrapServers = Address }).Build();
}
