using System.Text;
using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Kafka.Client.Connecting;
using Kafka.Client.Consuming;
using Kafka.Client.Producing;

[assembly: AssemblyFixture(typeof(KafkaFixture))]

namespace Kafka.Client.Tests;

/// <summary>Tests on a real broker, each with topics and groups of its own.</summary>
[Trait("Category", "EndToEnd")]
public abstract class BrokerTests(KafkaFixture broker) : IAsyncLifetime
{
    private readonly List<IDisposable> _open = [];

    protected static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    protected KafkaConnection Connection { get; private set; } = null!;

    /// <summary>A part of every name of this test.</summary>
    protected string Name { get; } = $"test-{Guid.NewGuid():n}";

    public async ValueTask InitializeAsync() =>
        Connection = new() { BootstrapServers = await broker.SkipUnlessPresentAsync(), ClientId = Name };

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        _open.Reverse();
        _open.ForEach(client => client.Dispose());
        return ValueTask.CompletedTask;
    }

    protected T Use<T>(T client)
        where T : IDisposable
    {
        _open.Add(client);
        return client;
    }

    protected async Task<string> CreateTopicAsync(string suffix = "", int partitions = 1)
    {
        var topic = Name + suffix;
        using var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = Connection.BootstrapServers }).Build();
        await admin.CreateTopicsAsync(
            [new TopicSpecification { Name = topic, NumPartitions = partitions, ReplicationFactor = 1 }]).Within();
        return topic;
    }

    protected ConsumerSettings Settings(string topic, bool oneByOne = false) =>
        new() { Connection = Connection, Group = Name, Topics = [topic], OneByOne = oneByOne };

    /// <summary>A broker that has just started needs a while before it has transactions; on a busy machine a long one.</summary>
    protected async Task<TransactionalProducer> OpenProducerAsync(string suffix = "")
    {
        var producer = Use(new TransactionalProducer(Connection, Name + suffix));
        await Deadline.UntilAsync(() => Record.Exception(producer.Claim) is null);
        return producer;
    }

    /// <summary>Takes until the condition holds, and copies what came.</summary>
    protected static Task<List<CopiedRecord>> TakeUntilAsync(IRecordConsumer consumer, Func<List<CopiedRecord>, bool> condition) =>
        Task.Factory.StartNew(
            () =>
            {
                var taken = new List<CopiedRecord>();
                while (!condition(taken))
                {
                    Cancellation.ThrowIfCancellationRequested();
                    for (int i = 0, count = consumer.Take(TimeSpan.FromMilliseconds(50)); i < count; i++)
                    {
                        taken.Add(CopiedRecord.Of(consumer[i]));
                    }
                }

                return taken;
            },
            Cancellation, TaskCreationOptions.LongRunning, TaskScheduler.Default).Within();
}

/// <summary>A record that outlives its batch.</summary>
public sealed record CopiedRecord(
    string Topic, int Partition, long Offset, string Key, string Value, bool IsTombstone, DateTimeOffset? Time)
{
    public static CopiedRecord Of(in ConsumedRecord record) => new(
        record.Topic, record.Partition, record.Offset, Encoding.UTF8.GetString(record.Key.Span),
        Encoding.UTF8.GetString(record.Value.Span), record.IsTombstone, record.Time);
}
