using System.Text.Json.Nodes;
using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Kafka.Client.Native;
using Kafka.Client.Tests;

[assembly: AssemblyFixture(typeof(GuardedKafkaFixture))]

namespace Sigma.Streams.Tests.Kafka;

/// <summary>
/// A real broker refuses by its access rules: the service is not ready while that lasts, says what to grant, and goes on by itself.
/// </summary>
[Trait("Category", "EndToEnd")]
public sealed class AccessTests(GuardedKafkaFixture broker) : IAsyncLifetime
{
    private const string Rule = """
        title: Any
        id: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e0ac
        logsource: { product: test }
        detection: { s: { n|exists: true }, condition: s }
        """;

    private readonly TempDirectory _folder = new();
    private readonly string _name = $"{Guid.NewGuid():n}";
    private string _open = "";
    private string _guarded = "";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string Events => $"seen-{_name}-events";

    private string Alerts => $"seen-{_name}-alerts";

    public async ValueTask InitializeAsync()
    {
        (_open, _guarded) = await broker.SkipUnlessPresentAsync();
        LibrdkafkaLoader.ThrowIfMissing(); // before the first client: it finds the library
        using var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = _open }).Build();
        await admin.CreateTopicsAsync(
        [
            new() { Name = Events, NumPartitions = 2, ReplicationFactor = 1 },
            new() { Name = Alerts, NumPartitions = 1, ReplicationFactor = 1 },
        ]).Within();
        await File.WriteAllTextAsync(_folder.Combine("rule.yml"), Rule, Cancellation);
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public Task Run_TopicsThatMayBeSeenOnly_IsNotReadyUntilTheyMayBeReadAndWritten() => RunAsync(oneByOne: false);

    [Fact, Trait("Category", "Nightly")]
    public Task Run_OneByOneOnTopicsThatMayBeSeenOnly_IsNotReadyUntilTheyMayBeReadAndWritten() => RunAsync(oneByOne: true);

    [Fact, Trait("Category", "Nightly")]
    public async Task Run_GroupAndTransactionalIdThatMayNotBeUsed_IsNotReadyUntilBothMayBe()
    {
        await broker.GrantAsync("Read", ResourceType.Topic, Events);
        await broker.GrantAsync("Write", ResourceType.Topic, Alerts);
        await using var host = await StartAsync($"kept-{_name}", "--Sigma:Kafka:Instance=one");
        await UntilReadyAsync(host, 503, $"grant WRITE on the transactional id kept-{_name}-one to {GuardedKafkaFixture.Guest}");
        await UntilReadyAsync(host, 503, $"grant READ on the group kept-{_name} to {GuardedKafkaFixture.Guest}");
        await StaysNotReadyAsync(host);

        await broker.GrantAsync("Read", ResourceType.Group, $"kept-{_name}");
        await broker.GrantAsync("Write", GuardedKafkaFixture.TransactionalId, $"kept-{_name}-one");
        await UntilReadyAsync(host, 200, "");
        await WriteAsync(Enumerable.Range(0, 3));
        ReadAlerts(3).Select(alert => (int)alert["record"]!["n"]!).Order().ShouldBe(Enumerable.Range(0, 3));
    }

    private async Task RunAsync(bool oneByOne)
    {
        await using var host = await StartAsync($"free-{_name}", $"--Sigma:Kafka:OneByOne={oneByOne}");
        await UntilReadyAsync(host, 503, $"grant READ on the topic {Events} to {GuardedKafkaFixture.Guest}");
        await StaysNotReadyAsync(host);

        await broker.GrantAsync("Read", ResourceType.Topic, Events);
        await UntilReadyAsync(host, 200, "");
        await WriteAsync(Enumerable.Range(0, 5));
        await UntilReadyAsync(host, 503, $"grant WRITE on the topic {Alerts} to {GuardedKafkaFixture.Guest}");
        await StaysNotReadyAsync(host);

        await broker.GrantAsync("Write", ResourceType.Topic, Alerts);
        await UntilReadyAsync(host, 200, "");
        await WriteAsync(Enumerable.Range(5, 5));
        ReadAlerts(10).Select(alert => (int)alert["record"]!["n"]!).Order().ShouldBe(Enumerable.Range(0, 10));
    }

    private static async Task UntilReadyAsync(SigmaHost host, int status, string saying)
    {
        async Task PollAsync()
        {
            while (await ReadyAsync(host) is var (now, body) && (now != status || !body.Contains(saying, StringComparison.Ordinal)))
            {
                await Task.Delay(TimeSpan.FromMilliseconds(50), Cancellation);
            }
        }

        await PollAsync().Within(what: $"{status} {saying}");
    }

    /// <summary>For longer than it takes the service to look at the topics again.</summary>
    private static async Task StaysNotReadyAsync(SigmaHost host)
    {
        for (var i = 0; i < 40; i++)
        {
            (await ReadyAsync(host)).Status.ShouldBe(503);
            await Task.Delay(TimeSpan.FromMilliseconds(100), Cancellation);
        }
    }

    private static async Task<(int Status, string Body)> ReadyAsync(SigmaHost host)
    {
        using var response = await host.Http.GetAsync("/healthz/ready", Cancellation).Within();
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync(Cancellation).Within());
    }

    private Task<SigmaHost> StartAsync(string group, params string[] arguments) => SigmaHost.StartAsync(
        _folder,
        [
            "--rules", _folder.Combine("rule.yml"), "--source", "kafka", "--Sigma:Sinks:0=kafka",
            $"--Sigma:Kafka:BootstrapServers={_guarded}", $"--Sigma:Kafka:Topics:0={Events}", $"--Sigma:Kafka:Group={group}",
            $"--Sigma:Kafka:AlertTopic={Alerts}", "--Sigma:Kafka:Threads=1",
            .. GuardedKafkaFixture.Login.Select(property => $"--Sigma:Kafka:Client:{property.Key}={property.Value}"), .. arguments,
        ]);

    private async Task WriteAsync(IEnumerable<int> numbers)
    {
        using var producer = new ProducerBuilder<Null, string>(new ProducerConfig { BootstrapServers = _open }).Build();
        foreach (var number in numbers)
        {
            await producer.ProduceAsync(Events, new() { Value = $"{{\"n\":{number}}}" }, Cancellation).Within();
        }
    }

    /// <summary>All committed alerts, once there are so many; another one is not to come.</summary>
    private List<JsonNode> ReadAlerts(int count)
    {
        using var consumer = new ConsumerBuilder<Ignore, byte[]>(new ConsumerConfig
        {
            BootstrapServers = _open,
            GroupId = $"reader-{_name}",
            IsolationLevel = IsolationLevel.ReadCommitted,
            EnablePartitionEof = true,
        }).Build();
        consumer.Assign(new TopicPartitionOffset(Alerts, 0, Offset.Beginning));
        var alerts = new List<JsonNode>();
        while (consumer.Consume(Cancellation) is var record && (!record.IsPartitionEOF || alerts.Count < count))
        {
            if (!record.IsPartitionEOF)
            {
                alerts.Add(JsonNode.Parse(record.Message.Value)!);
            }
        }

        consumer.Close();
        return alerts;
    }
}
