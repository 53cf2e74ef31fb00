using System.Text;
using System.Text.Json.Nodes;
using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Native;
using Kafka.Client.Producing;

[assembly: AssemblyFixture(typeof(KafkaFixture))]

namespace Sigma.Streams.Tests.Kafka;

/// <summary>
/// Topics in, a topic out, on a real broker: each test has topics of its own, and reads alerts as a consumer does that takes committed
/// records only.
/// </summary>
[Trait("Category", "EndToEnd")]
public abstract class TopicsOfATest(KafkaFixture broker) : IAsyncLifetime
{
    private protected const string Rule = """
        title: Failed login
        id: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e001
        name: failed
        logsource: { product: test }
        detection: { s: { action: failed }, condition: s }
        """;

    private protected TempDirectory Folder { get; } = new();

    /// <summary>Begins the names of the test's topics.</summary>
    private protected string Name { get; } = $"test-{Guid.NewGuid():n}";

    private protected string Broker { get; private set; } = "";

    private protected static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private protected string Events => $"{Name}-events";

    private protected string AlertTopic => $"{Name}-alerts";

    private KafkaConnection Connection => new() { BootstrapServers = Broker, ClientId = Name };

    public async ValueTask InitializeAsync()
    {
        Broker = await broker.SkipUnlessPresentAsync();
        LibrdkafkaLoader.ThrowIfMissing(); // before the first client: it finds the library
        using var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = Broker }).Build();
        await admin.CreateTopicsAsync(
        [
            new() { Name = Events, NumPartitions = 4, ReplicationFactor = 1 },
            new() { Name = AlertTopic, NumPartitions = 2, ReplicationFactor = 1 },
            new() { Name = $"{Name}-matches", NumPartitions = 2, ReplicationFactor = 1 },
            new() { Name = $"{Name}-own", NumPartitions = 1, ReplicationFactor = 1 },
            new() { Name = $"{Name}-dead", NumPartitions = 1, ReplicationFactor = 1 },
            new() { Name = $"{Name}-rules", NumPartitions = 1, ReplicationFactor = 1, Configs = new() { ["cleanup.policy"] = "compact" } },
        ]).Within();
        await WriteRuleAsync("failed.yml", Rule);
    }

    public ValueTask DisposeAsync()
    {
        Folder.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    private protected static string Failed(string user) => $$"""{"action":"failed","user":"{{user}}"}""";

    private protected static async Task<(int Status, string Body)> ReadyAsync(SigmaHost host)
    {
        using var response = await host.Http.GetAsync("/healthz/ready", Cancellation).Within();
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync(Cancellation).Within());
    }

    private protected Task<SigmaHost> StartAsync(params string[] arguments) => SigmaHost.StartAsync(
        Folder,
        [
            "--rules", Folder.Combine("rules"), "--source", "kafka", "--Sigma:Sinks:0=kafka",
            $"--Sigma:Kafka:BootstrapServers={Broker}", $"--Sigma:Kafka:Topics:0={Events}", $"--Sigma:Kafka:Group={Name}",
            $"--Sigma:Kafka:AlertTopic={AlertTopic}", "--Sigma:Kafka:Threads=2", .. arguments,
        ]);

    private protected async Task WriteRuleAsync(string file, string rule)
    {
        Directory.CreateDirectory(Folder.Combine("rules"));
        await File.WriteAllTextAsync(Folder.Combine("rules", file), rule, Cancellation);
    }

    /// <param name="records">Their texts.</param>
    /// <param name="topic">Null for that of the events, which are spread over its partitions; in another they have one key.</param>
    private protected async Task WriteAsync(IEnumerable<string> records, string? topic = null)
    {
        var key = topic is null ? null : "key"u8.ToArray();
        using var producer = await OpenProducerAsync("writer");
        producer.Write([.. records.Select(record => new ProducedRecord(topic ?? Events, key, Encoding.UTF8.GetBytes(record)))], []);
    }

    /// <summary>A broker that has just started needs a while before it has transactions; on a busy machine a long one.</summary>
    private protected async Task<TransactionalProducer> OpenProducerAsync(string name)
    {
        var producer = new TransactionalProducer(Connection, $"{Name}-{name}");
        await Deadline.UntilAsync(() => Record.Exception(producer.Claim) is null);
        return producer;
    }

    private protected async Task<IReadOnlyList<JsonNode>> AlertsAsync(int count) =>
        [.. (await ReadAsync(AlertTopic, count)).Select(record => JsonNode.Parse(record.Value)!)];

    /// <summary>Reads from the beginning until there are so many; another one is not to come.</summary>
    private protected Task<List<Message<string, string>>> ReadAsync(string topic, int count) => Task.Factory.StartNew(
        () =>
        {
            using var consumer = new ConsumerBuilder<string, string>(new ConsumerConfig
            {
                BootstrapServers = Broker,
                GroupId = $"{Name}-{Guid.NewGuid():n}",
                IsolationLevel = IsolationLevel.ReadCommitted,
                AutoOffsetReset = AutoOffsetReset.Earliest,
                EnableAutoCommit = false,
            }).Build();
            consumer.Assign(Enumerable.Range(0, topic == AlertTopic ? 2 : 1)
                .Select(partition => new TopicPartitionOffset(topic, partition, Offset.Beginning)));
            var read = new List<Message<string, string>>();
            while (read.Count < count)
            {
                Cancellation.ThrowIfCancellationRequested();
                if (consumer.Consume(TimeSpan.FromMilliseconds(100)) is { } record)
                {
                    read.Add(record.Message);
                }
            }

            if (consumer.Consume(TimeSpan.FromMilliseconds(500)) is { } further)
            {
                read.Add(further.Message); // the caller sees one too many
            }

            consumer.Close();
            return read;
        },
        Cancellation, TaskCreationOptions.LongRunning, TaskScheduler.Default).Within();
}
