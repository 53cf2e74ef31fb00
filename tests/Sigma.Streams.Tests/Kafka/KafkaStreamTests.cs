using Confluent.Kafka;
using Kafka.Client.Producing;
using Microsoft.Extensions.DependencyInjection;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>Records of topics become alerts of a topic.</summary>
public sealed class KafkaStreamTests(KafkaFixture broker) : TopicsOfATest(broker)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Run_RecordsOfATopic_AreAlertsOnceEachAndDeadLettersBeside(bool oneByOne)
    {
        await using (var host = await StartAsync($"--Sigma:Kafka:OneByOne={oneByOne}", $"--Sigma:Kafka:DeadLetterTopic={Name}-dead"))
        {
            await WriteAsync(Enumerable.Range(0, 300).Select(i => Failed($"user-{i}")).Concat(["no JSON", "{\"action\":\"fine\"}"]));
            (await AlertsAsync(300)).Select(alert => (string)alert["fields"]!["action"]!).ShouldAllBe(action => action == "failed");
            (await ReadAsync($"{Name}-dead", 1)).ShouldHaveSingleItem().Value.ShouldBe("no JSON");
        }

        // A second start goes on where the first one ended.
        await using (var again = await StartAsync())
        {
            await WriteAsync([Failed("one more")]);
            (await AlertsAsync(301)).Select(alert => (string)alert["id"]!).ShouldBeUnique();
        }
    }

    [Fact]
    public async Task Run_RecordOfATimeBeyondTheYear9999_IsJudgedAsAnyOther()
    {
        var topic = $"{Name}-times";
        using (var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = Broker }).Build())
        {
            await admin.CreateTopicsAsync([new()
            {
                Name = topic, NumPartitions = 1, ReplicationFactor = 1,
                Configs = new() { ["message.timestamp.after.max.ms"] = $"{long.MaxValue}" },
            }]).Within();
        }

        using var producer = new ProducerBuilder<Null, string>(new ProducerConfig { BootstrapServers = Broker }).Build();
        var message = new Message<Null, string>
        {
            Value = Failed("one"),
            Timestamp = new(DateTimeOffset.MaxValue.ToUnixTimeMilliseconds() + 1, TimestampType.CreateTime),
        };
        await producer.ProduceAsync(topic, message, Cancellation).Within();

        await using var host = await StartAsync($"--Sigma:Kafka:Topics:0={topic}");

        ((string)(await AlertsAsync(1)).ShouldHaveSingleItem()["record"]!["user"]!).ShouldBe("one");
    }

    [Fact]
    public async Task Run_MemberThatFailsForGood_EndsTheSourceThoughOthersCouldGoOn()
    {
        await using var host = await StartAsync("--Sigma:Sources:0=http", "--Sigma:Sinks:0=console");
        await WriteAsync([Failed("one")]);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        try
        {
            var failure = await Should.ThrowAsync<InvalidOperationException>(() =>
                host.Services.GetRequiredKeyedService<ISource>("kafka").RunAsync(new BrokenIntake(), stop.Token).Within());

            failure.Message.ShouldBe("broken");
        }
        finally
        {
            await stop.CancelAsync();
        }
    }

    [Fact]
    public async Task Start_SinkWithAPropertyThatIsNone_NamesItBeforeAnyEventComes()
    {
        var exception = await Should.ThrowAsync<InvalidDataException>(() =>
            StartAsync("--Sigma:Sources:0=http", "--Sigma:Kafka:Client:no.such.property=1"));

        exception.Message.ShouldContain("no.such.property");
    }

    [Fact]
    public async Task Run_AlertsToTheConsole_CommitsWhatWasDelivered()
    {
        await using (var host = await StartAsync("--Sigma:Sinks:0=console"))
        {
            await WriteAsync([Failed("one"), Failed("two")]);
            await Deadline.UntilAsync(async () => (await host.AlertsAsync()).Count == 2);
        }

        await using var again = await StartAsync("--Sigma:Sinks:0=console");
        await WriteAsync([Failed("three")]);
        await Deadline.UntilAsync(async () => (await again.AlertsAsync()).Count > 0);

        (await again.AlertsAsync()).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Run_TransactionThatACrashLeftOpen_IsEndedBeforeAnyEventComes()
    {
        using var dead = await OpenProducerAsync("one");

        await using var host = await StartAsync("--Sigma:Kafka:Instance=one");

        // Until the name is taken, the dead one may write; afterwards it is fenced.
        bool IsFenced() => Record.Exception(() => dead.Write([new(AlertTopic, null, "{}"u8.ToArray())], [])) is TransactionException;
        await Deadline.UntilAsync(IsFenced);
    }

    [Fact]
    public async Task Run_TopicThatIsMissing_IsNotReadyAndGoesOnOnceItIsThere()
    {
        var missing = $"{Name}-later";
        await using var host = await StartAsync($"--Sigma:Kafka:Topics:0={missing}");
        await Deadline.UntilAsync(async () => await ReadyAsync(host) is (503, var body) && body.Contains("The topic is missing"));

        using (var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = Broker }).Build())
        {
            await admin.CreateTopicsAsync([new() { Name = missing, NumPartitions = 1, ReplicationFactor = 1 }]).Within();
        }

        await WriteAsync([Failed("at last")], missing);

        (await AlertsAsync(1)).ShouldHaveSingleItem();
        await Deadline.UntilAsync(async () => (await ReadyAsync(host)).Status == 200);
    }

    private sealed class BrokenIntake : IIntake
    {
        public ValueTask<TakenBatch> TakeAsync(StreamBatch batch, CancellationToken cancellationToken) =>
            throw new InvalidOperationException("broken");

        public ValueTask<TakenBatch> PutAsync(
            IReadOnlyList<Alert> alerts, IReadOnlyList<Match> matches, IReadOnlyList<StreamPosition> positions,
            CancellationToken cancellationToken) => throw new InvalidOperationException("broken");

        public IReadOnlyList<StreamPosition> PositionsOf(string source) => [];
    }
}
