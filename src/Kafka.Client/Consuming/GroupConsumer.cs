using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Confluent.Kafka;
using Kafka.Client.Native;

namespace Kafka.Client.Consuming;

/// <summary>What both ways of taking records have in common: Confluent.Kafka owns the client, and says what is assigned.</summary>
public abstract class GroupConsumer : IRecordConsumer
{
    private static readonly TimeSpan LookPeriod = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LookPatience = TimeSpan.FromSeconds(2);

    private readonly HashSet<TopicPartition> _assigned = [];
    private readonly IAssignmentHandler? _handler;
    private readonly IReadOnlyList<string> _topics;
    private Error? _error;
    private ExceptionDispatchInfo? _handlerFailure;
    private long _lookedAt = Stopwatch.GetTimestamp();
    private int _disposed;

    private protected GroupConsumer(ConsumerSettings settings, IAssignmentHandler? handler)
    {
        (_handler, _topics) = (handler, settings.Topics);
        Client = new ConsumerBuilder<byte[], byte[]>(settings.ToProperties())
            .SetPartitionsAssignedHandler((_, partitions) => OnAssigned(partitions))
            .SetPartitionsRevokedHandler((_, partitions) => OnGone(partitions, isLost: false))
            .SetPartitionsLostHandler((_, partitions) => OnGone(partitions, isLost: true))
            .SetErrorHandler((_, error) => Report(error))
            .SetLogHandler((_, _) => { }) // an error that matters comes to the error handler too
            .Build();
        Client.Subscribe(settings.Topics);
    }

    public IReadOnlySet<TopicPartition> Assigned => _assigned;

    public Error? LastError => Volatile.Read(ref _error);

    public IConsumerGroupMetadata GroupMetadata => Client.ConsumerGroupMetadata;

    public abstract ConsumedRecord this[int index] { get; }

    private protected IConsumer<byte[], byte[]> Client { get; }

    /// <summary>Nothing is sent yet: the broker may be away.</summary>
    /// <exception cref="PlatformNotSupportedException">The native library is missing.</exception>
    /// <exception cref="InvalidOperationException">A property is not known to librdkafka, or has a value that it refuses.</exception>
    public static IRecordConsumer Create(ConsumerSettings settings, IAssignmentHandler? handler = null)
    {
        LibrdkafkaLoader.ThrowIfMissing();
        return settings.OneByOne || !Environment.Is64BitProcess
            ? new OneByOneConsumer(settings, handler)
            : new BatchConsumer(settings, handler);
    }

    public int Take(TimeSpan patience)
    {
        var count = TakeCore(patience);
        Interlocked.Exchange(ref _handlerFailure, null)?.Throw();
        if (count > 0)
        {
            Volatile.Write(ref _error, null);
        }
        else if (LastError is { IsFatal: false } && Stopwatch.GetElapsedTime(_lookedAt) >= LookPeriod)
        {
            LookAgain();
        }

        return count;
    }

    public void Commit(IEnumerable<TopicPartitionOffset> offsets) => Client.Commit(offsets);

    public IReadOnlyList<TopicPartitionOffset> Committed(IEnumerable<TopicPartition> partitions, TimeSpan timeout) =>
        Client.Committed(partitions, timeout);

    public long LagOf(TopicPartition partition, long nextOffset)
    {
        var end = Client.GetWatermarkOffsets(partition).High;
        return end == Offset.Unset ? 0 : Math.Max(end.Value - nextOffset, 0);
    }

    public void Close()
    {
        Release();
        Client.Close();
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
        {
            Release();
            Client.Dispose();
        }

        GC.SuppressFinalize(this);
    }

    private protected abstract int TakeCore(TimeSpan patience);

    /// <summary>Gives back what was taken: librdkafka does not close while somebody holds its messages.</summary>
    private protected abstract void Release();

    private protected void Report(Error error) => Volatile.Write(ref _error, error);

    /// <summary>A record may have come before its partition went, in one and the same call.</summary>
    private protected bool IsAssigned(string topic, int partition) => _assigned.Contains(new(topic, partition));

    /// <summary>The client says when something goes wrong, and not when it is over: a member without records would not learn.</summary>
    private void LookAgain()
    {
        try
        {
            using var admin = new DependentAdminClientBuilder(Client.Handle).Build();
            var refused = _topics.Select(topic => admin.GetMetadata(topic, LookPatience).Topics.Single().Error).FirstOrDefault(
                error => error.IsError);
            Volatile.Write(ref _error, refused);
        }
        catch (KafkaException exception)
        {
            Report(exception.Error);
        }

        _lookedAt = Stopwatch.GetTimestamp();
    }

    private void OnAssigned(List<TopicPartition> partitions)
    {
        _assigned.UnionWith(partitions);
        Tell(handler => handler.Assigned(partitions));
    }

    private void OnGone(List<TopicPartitionOffset> partitions, bool isLost)
    {
        var gone = partitions.ConvertAll(partition => partition.TopicPartition);
        Tell(handler =>
        {
            if (isLost)
            {
                handler.Lost(gone);
            }
            else
            {
                handler.Revoked(gone);
            }
        });
        _assigned.ExceptWith(gone);
    }

    /// <summary>
    /// The client keeps what a handler throws for its own way of consuming, and begins to read nothing of what was assigned: a member on
    /// another way would wait for ever.
    /// </summary>
    private void Tell(Action<IAssignmentHandler> what)
    {
        try
        {
            if (_handler is not null)
            {
                what(_handler);
            }
        }
        catch (Exception exception)
        {
            _handlerFailure ??= ExceptionDispatchInfo.Capture(exception);
        }
    }
}
