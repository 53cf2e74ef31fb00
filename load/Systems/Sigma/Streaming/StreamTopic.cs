using Confluent.Kafka;
using Load.Machine;
using Load.Servers;

namespace Load.Systems.Sigma.Streaming;

/// <summary>
/// A topic that is filled while nobody can read it: what is written is a transaction, and readers of committed records see all of it
/// at once, compressed with Snappy as the published stream was. The group that reads it has its name.
/// </summary>
internal sealed class StreamTopic : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    private readonly KafkaBroker _broker;
    private readonly IProducer<Null, byte[]> _producer;
    private IReadOnlyList<long> _ends = [];

    private StreamTopic(KafkaBroker broker, string name, int partitions)
    {
        (_broker, Name) = (broker, name);
        Group = new(broker, name, partitions);
        _producer = new ProducerBuilder<Null, byte[]>(new ProducerConfig
        {
            BootstrapServers = broker.Address,
            TransactionalId = name,
            TransactionTimeoutMs = (int)GroupObserver.Limit.TotalMilliseconds,
            CompressionType = CompressionType.Snappy,
            LingerMs = 50,
            QueueBufferingMaxMessages = 500_000,
            EnableDeliveryReports = false, // a record that is not delivered fails its transaction
        }).SetErrorHandler((_, _) => { }).SetLogHandler((_, _) => { }).Build();
    }

    public string Name { get; }

    public GroupObserver Group { get; }

    /// <exception cref="LabException">The broker has no transactions, even after a while.</exception>
    public static async Task<StreamTopic> CreateAsync(KafkaBroker broker, int partitions, CancellationToken cancellationToken)
    {
        var name = $"lab-{Guid.NewGuid():n}";
        await broker.CreateTopicsAsync((name, partitions));
        var topic = new StreamTopic(broker, name, partitions);
        try
        {
            // A broker that has just started needs a while for this.
            await GroupObserver.UntilAsync("The broker cannot start a transaction", topic.HasTransactions, cancellationToken);
            return topic;
        }
        catch
        {
            await topic.DisposeAsync();
            throw;
        }
    }

    /// <summary>Writes records over all partitions in turn; they are not visible yet.</summary>
    /// <param name="records">Different ones.</param>
    /// <param name="times">How often each of them.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    public Task WriteAsync(IReadOnlyList<byte[]> records, int times, CancellationToken cancellationToken) => Task.Factory.StartNew(
        () => Write([.. records.Select(record => new Message<Null, byte[]> { Value = record })], times, cancellationToken),
        CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    /// <summary>Lets everybody see what was written.</summary>
    /// <exception cref="LabException">The broker does not.</exception>
    public void Publish()
    {
        try
        {
            _producer.CommitTransaction(Patience);
        }
        catch (KafkaException exception)
        {
            throw new LabException($"The broker did not take the records: {exception.Error.Reason}");
        }
    }

    /// <summary>Waits until the group has read all that was published.</summary>
    /// <exception cref="LabException">It never has.</exception>
    public Task UntilReadAsync(CancellationToken cancellationToken) => Group.UntilReadAsync(_ends, cancellationToken);

    public async ValueTask DisposeAsync()
    {
        _producer.Dispose();
        Group.Dispose();
        await _broker.DeleteTopicAsync(Name);
    }

    private bool HasTransactions()
    {
        _producer.InitTransactions(Patience);
        return true;
    }

    private void Write(Message<Null, byte[]>[] messages, int times, CancellationToken cancellationToken)
    {
        _producer.BeginTransaction();
        for (var i = 0L; i < (long)messages.Length * times; i++)
        {
            Produce(Group.Partitions[(int)(i % Group.Partitions.Count)], messages[i % messages.Length], cancellationToken);
        }

        while (_producer.Flush(TimeSpan.FromSeconds(1)) > 0)
        {
            cancellationToken.ThrowIfCancellationRequested();
        }

        _ends = Group.Ends();
    }

    private void Produce(TopicPartition partition, Message<Null, byte[]> message, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                _producer.Produce(partition, message);
                return;
            }
            catch (ProduceException<Null, byte[]> exception) when (exception.Error.Code == ErrorCode.Local_QueueFull)
            {
                cancellationToken.WaitHandle.WaitOne(Pause); // until some are on their way
                cancellationToken.ThrowIfCancellationRequested();
            }
        }
    }
}
