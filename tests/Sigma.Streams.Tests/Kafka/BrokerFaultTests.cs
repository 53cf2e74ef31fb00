using System.Text.Json.Nodes;
using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Kafka.Client.Native;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>A broker of the test's own is struck: the service says so, goes on by itself, and writes nothing twice.</summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class BrokerFaultTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Run_BrokerThatHangsForLongerThanAnyAnswerIsWaitedFor_WritesEachAlertOnce()
    {
        await using var broker = new KafkaFixture { IsOwn = true };
        var address = await broker.SkipUnlessPresentAsync();
        LibrdkafkaLoader.ThrowIfMissing(); // before the first client: it finds the library
        using (var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = address }).Build())
        {
            await admin.CreateTopicsAsync([new TopicSpecification { Name = "alerts", NumPartitions = 1, ReplicationFactor = 1 }]).Within();
        }

        await File.WriteAllTextAsync(
            _folder.Combine("rule.yml"),
            "title: Any\nid: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e0ab\nlogsource: { product: x }\n"
            + "detection: { s: { n|exists: true }, condition: s }\n",
            Cancellation);
        await using var host = await SigmaHost.StartAsync(
            _folder, "--rules", _folder.Combine("rule.yml"), "--source", "http", "--sink", "kafka",
            $"--Sigma:Kafka:BootstrapServers={address}", "--Sigma:Kafka:AlertTopic=alerts");
        (await host.PostAsync("{\"n\":0}\n")).Status.ShouldBe(200);

        await broker.StrikeAsync("pause");
        var posts = Enumerable.Range(1, 5).Select(n => host.PostAsync($"{{\"n\":{n}}}\n")).ToArray();
        await UntilReadyIsAsync(host, 503);
        await broker.StrikeAsync("resume");

        (await Task.WhenAll(posts)).Select(post => post.Status).ShouldAllBe(status => status == 200);
        await UntilReadyIsAsync(host, 200);
        ReadAll(address).Select(alert => (int)alert["record"]!["n"]!).Order().ShouldBe(Enumerable.Range(0, 6));
    }

    private static async Task UntilReadyIsAsync(SigmaHost host, int expected)
    {
        async Task<int> StatusAsync()
        {
            using var response = await host.Http.GetAsync("/healthz/ready", Cancellation).Within();
            return (int)response.StatusCode;
        }

        while (await StatusAsync() != expected)
        {
            await Task.Delay(50, Cancellation);
        }
    }

    /// <summary>All committed alerts, up to the end of the partition.</summary>
    private static List<JsonNode> ReadAll(string address)
    {
        using var consumer = new ConsumerBuilder<Ignore, byte[]>(new ConsumerConfig
        {
            BootstrapServers = address,
            GroupId = "reader",
            IsolationLevel = IsolationLevel.ReadCommitted,
            EnablePartitionEof = true,
        }).Build();
        consumer.Assign(new TopicPartitionOffset("alerts", 0, Offset.Beginning));
        var alerts = new List<JsonNode>();
        while (consumer.Consume(Cancellation) is { IsPartitionEOF: false } record)
        {
            alerts.Add(JsonNode.Parse(record.Message.Value)!);
        }

        consumer.Close();
        return alerts;
    }
}
