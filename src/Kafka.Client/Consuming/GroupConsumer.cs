using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Native;

namespace Kafka.Client.Consuming;

/// <summary>The common parts of both ways of taking records: Confluent.Kafka owns the client, and reports assignments.</summary>
public abstract class GroupConsumer : IRecordConsumer
{
    private static readonly TimeSpan LookPeriod = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LookPatience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan OffsetPatience = TimeSpan.FromSeconds(10);

    /// <summary>Less than a session; a member that has no partitions by then gets none.</summary>
    private static readonly TimeSpan JoinPatience = TimeSpan.FromSeconds(4);

    private readonly HashSet<TopicPartition> _assigned = [];

    /// <summary>Partitions whose end the client has reported, with the offset; it does not report it again before a new record.</summary>
    private readonly Dictionary<TopicPartition, long> _atEnd = [];
    private readonly List<TopicPartition> _toFetchAnew = [];
    private readonly MissingRights _missing;
    private readonly IAssignmentHandler? _handler;
    private readonly IReadOnlyList<string> _topics;

    /// <summary>The client would begin at the end of all topics, and is told where these begin.</summary>
    private readonly IReadOnlyCollection<string> _wholeTopics;
    private readonly long _beganAt = Stopwatch.GetTimestamp();
    private Error? _error;
    private ExceptionDispatchInfo? _handlerFailure;
    private long _lookedAt = Stopwatch.GetTimestamp();
    private int _disposed;

    private protected GroupConsumer(ConsumerSettings settings, IAssignmentHandler? handler)
    {
        (_handler, _topics, _wholeTopics) = (handler, settings.Topics, settings.FromEnd ? settings.WholeTopics : []);
        _missing = new(settings);
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

    public bool IsJoining => _assigned.Count == 0 && LastError is null && Stopwatch.GetElapsedTime(_beganAt) < JoinPatience;

    public Error? LastError => Volatile.Read(ref _error);

    public IReadOnlyList<MissingRight> Refused => _missing.All;

    public IConsumerGroupMetadata GroupMetadata => Client.ConsumerGroupMetadata;

    public abstract ConsumedRecord this[int index] { get; }

    public abstract ReadOnlySpan<byte> HeaderOf(int index, string name);

    private protected IConsumer<byte[], byte[]> Client { get; }

    /// <summary>Partitions that were taken away, even if they have come back, since the last clearing.</summary>
    private protected HashSet<TopicPartition> LatelyGone { get; } = [];

    /// <summary>Sends nothing yet: the broker need not be reachable.</summary>
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

        FetchAnew();
        if ((LastError is { IsFatal: false } || _missing.IsAny) && Stopwatch.GetElapsedTime(_lookedAt) >= LookPeriod)
        {
            LookAgain();
        }

        return count;
    }

    public void Commit(IEnumerable<TopicPartitionOffset> offsets)
    {
        Client.Commit(offsets);
        _missing.GroupAnswered();
    }

    public IReadOnlyList<TopicPartitionOffset> Committed(IEnumerable<TopicPartition> partitions, TimeSpan timeout) =>
        Client.Committed(partitions, timeout);

    public long LagOf(TopicPartition partition, long nextOffset)
    {
        // The mark at the end of a transaction has an offset, and is no record: where the client has seen the end counts.
        var end = Client.GetWatermarkOffsets(partition).High;
        return end == Offset.Unset ? 0 : Math.Max(end.Value - Math.Max(nextOffset, _atEnd.GetValueOrDefault(partition)), 0);
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

    /// <summary>Releases taken messages: librdkafka does not close while somebody holds them.</summary>
    private protected abstract void Release();

    /// <param name="error">What the client says.</param>
    /// <param name="topic">Null when it names none.</param>
    /// <param name="partition">Negative when it names none.</param>
    private protected void Report(Error error, string? topic = null, int partition = -1)
    {
        if (!_missing.Take(error, topic, partition))
        {
            Volatile.Write(ref _error, topic is null ? error : new(error.Code, $"{topic}: {error.Reason}", error.IsFatal));
        }
        else if (partition >= 0 && _atEnd.Remove(new(topic, partition)))
        {
            _toFetchAnew.Add(new(topic, partition));
        }
    }

    /// <summary>A record of the partition arrived.</summary>
    private protected void Read(string topic, int partition)
    {
        if (_missing.IsAny)
        {
            _missing.Read(new(topic, partition));
        }
    }

    /// <summary>The whole partition was read: no record, but a sign that it works.</summary>
    private protected void ReadToEnd(string topic, int partition, long offset)
    {
        Read(topic, partition);
        _atEnd[new(topic, partition)] = offset;
    }

    /// <summary>A record, or an error, may have come before its partition went, in one and the same call.</summary>
    private protected bool IsAssigned(string topic, int partition) => _assigned.Contains(new(topic, partition));

    /// <summary>
    /// The client reports when something goes wrong, but not when it is over: a member without records would not learn it.
    /// </summary>
    private void LookAgain()
    {
        try
        {
            using var admin = new DependentAdminClientBuilder(Client.Handle).Build();
            Error? failed = null;
            foreach (var topic in _topics)
            {
                var error = admin.GetMetadata(topic, LookPatience).Topics.Single().Error;
                if (!error.IsError)
                {
                    _missing.Seen(topic, _assigned);
                }
                else if (!_missing.Take(error, topic, -1))
                {
                    failed ??= new(error.Code, $"{topic}: {error.Reason}");
                }
            }

            Volatile.Write(ref _error, failed);
            if (_missing.IsGroups && _assigned.Count > 0)
            {
                Client.Committed([_assigned.First()], LookPatience);
                _missing.GroupAnswered();
            }
        }
        catch (KafkaException exception)
        {
            Report(exception.Error);
        }

        _lookedAt = Stopwatch.GetTimestamp();
    }

    /// <summary>
    /// A partition that was at its end, and was then forbidden, would stay silent once it is allowed again. So its client starts again at
    /// its position, and reports the end again.
    /// </summary>
    private void FetchAnew()
    {
        if (_toFetchAnew.Count == 0)
        {
            return;
        }

        try
        {
            Client.Pause(_toFetchAnew);
            Client.Resume(_toFetchAnew);
        }
        catch (KafkaException)
        {
            // A partition is being taken away: its new owner will detect a problem by itself.
        }

        _toFetchAnew.Clear();
    }

    /// <returns>Where to begin; unset for the group's offset.</returns>
    private List<TopicPartitionOffset> OnAssigned(List<TopicPartition> partitions)
    {
        _assigned.UnionWith(partitions);
        _missing.Joined();
        Tell(handler => handler.Assigned(partitions));
        HashSet<TopicPartition> unread = [];
        Guard(() => unread = UnreadOf([.. partitions.Where(partition => _wholeTopics.Contains(partition.Topic))]));
        return partitions.ConvertAll(partition => new TopicPartitionOffset(
            partition, unread.Contains(partition) ? Offset.Beginning : Offset.Unset));
    }

    /// <returns>The partitions without a committed offset.</returns>
    private HashSet<TopicPartition> UnreadOf(List<TopicPartition> partitions) => partitions.Count == 0
        ? []
        : [.. Client.Committed(partitions, OffsetPatience).Where(one => one.Offset.IsSpecial).Select(one => one.TopicPartition)];

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
        gone.ForEach(partition => _atEnd.Remove(partition));
        LatelyGone.UnionWith(gone);
        _missing.Gone(gone);
    }

    private void Tell(Action<IAssignmentHandler> what) => Guard(() =>
    {
        if (_handler is not null)
        {
            what(_handler);
        }
    });

    /// <summary>
    /// The client keeps what is thrown here for its own way of consuming, and begins to read nothing of what was assigned: a member on
    /// another way would wait for ever.
    /// </summary>
    private void Guard(Action what)
    {
        try
        {
            what();
        }
        catch (Exception exception)
        {
            _handlerFailure ??= ExceptionDispatchInfo.Capture(exception);
        }
    }
}
