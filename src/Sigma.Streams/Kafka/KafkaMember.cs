using System.Diagnostics;
using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Consuming;
using Sigma.Streams.Avro;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>
/// A member of the group, on its own thread: it reads records from librdkafka's memory, has them judged there, and continues. If the sink
/// is not Kafka, it commits delivered records; otherwise the sink's transaction does.
/// </summary>
internal sealed class KafkaMember : IAssignmentHandler, IGroupMember, IDisposable
{
    private const int NoPartition = -1;

    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan CommitPeriod = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan LagPeriod = TimeSpan.FromSeconds(1);

    /// <summary>How long the move of partitions to another member is delayed, so that their records can be delivered.</summary>
    private static readonly TimeSpan HandOver = TimeSpan.FromSeconds(10);

    private readonly string _name;
    private readonly ConsumerSettings _settings;
    private readonly KafkaGroup _group;
    private readonly bool _commits;
    private readonly IMatchReader? _matches;
    private readonly AvroRecords _avro;
    private readonly IRecordConsumer _consumer;
    private readonly StreamRecord[] _records = new StreamRecord[IRecordConsumer.MaxBatch];
    private readonly Dictionary<TopicPartition, long> _next = [];
    private readonly Dictionary<TopicPartition, long> _delivered = [];
    private readonly Queue<(Task Delivered, IReadOnlyList<StreamPosition> Positions)> _pending = [];
    private long _committedAt = Stopwatch.GetTimestamp();
    private long _lagAt;
    private DateTimeOffset? _lastTime;

    /// <summary>Why its predecessor ended; until this one has joined the group.</summary>
    private string? _notJoined;

    /// <summary>Why the last commit failed; until one succeeds.</summary>
    private string? _notCommitted;

    /// <param name="name">Its name, which is that of its predecessor.</param>
    /// <param name="settings">Its topics and its group.</param>
    /// <param name="group">Is told which partitions it has.</param>
    /// <param name="commits">Whether it commits itself.</param>
    /// <param name="matches">Counts the matches of the match log; null without one.</param>
    /// <param name="avro">Reads records that name a schema.</param>
    /// <param name="ended">Why its predecessor failed; null without one.</param>
    public KafkaMember(
        string name, ConsumerSettings settings, KafkaGroup group, bool commits, IMatchReader? matches, AvroRecords avro, string? ended)
    {
        (_name, _settings, _group, _commits, _matches, _avro, _notJoined) = (name, settings, group, commits, matches, avro, ended);
        _consumer = GroupConsumer.Create(settings, this);
    }

    /// <summary>The unread records in the broker, as known a moment ago.</summary>
    public long Lag { get; private set; }

    /// <summary>When the last read record came to the broker, while there are more; null otherwise.</summary>
    public DateTimeOffset? Behind => Lag > 0 ? _lastTime : null;

    public string Group => _settings.Group;

    public IConsumerGroupMetadata Metadata => _consumer.GroupMetadata;

    public long CommittedOf(TopicPartition partition) =>
        _consumer.Committed([partition], HandOver) is [{ Offset.IsSpecial: false } committed] ? committed.Offset.Value : 0;

    /// <summary>Reads until the token fires.</summary>
    /// <exception cref="KafkaException">The client has failed: a new one may work.</exception>
    public void Run(IIntake intake, CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var count = _consumer.Take(Patience);
            var error = _consumer.LastError;
            Report(error);
            if (error is { IsFatal: true } or { Code: ErrorCode.Local_Fatal or ErrorCode.FencedInstanceId })
            {
                throw new KafkaException(error);
            }

            Give(intake, count, cancellationToken);
            Settle();
            Measure();
        }

        Finish();
        while (_consumer.IsJoining)
        {
            _consumer.Take(Patience); // another member will get these records: nothing of them is noted
        }
    }

    public void Assigned(IReadOnlyCollection<TopicPartition> partitions)
    {
        _group.Begin(this, partitions);
        _matches?.Begin(partitions, CommittedOf);
        _notJoined = null;
    }

    public void Revoked(IReadOnlyCollection<TopicPartition> partitions)
    {
        Finish();
        Lost(partitions);
    }

    public void Lost(IReadOnlyCollection<TopicPartition> partitions)
    {
        _group.End(this, partitions);
        _matches?.End(partitions);
        foreach (var partition in partitions)
        {
            _next.Remove(partition);
            _delivered.Remove(partition);
        }
    }

    public void Dispose()
    {
        _group.End(this, _consumer.Assigned);
        _matches?.Dispose();
        try
        {
            _consumer.Close();
        }
        catch (KafkaException)
        {
            // The broker cannot be reached: it notices the member's end when its session expires.
        }

        _consumer.Dispose();
    }

    /// <summary>An error that the client reports once is kept until it is over; the others are momentary.</summary>
    private void Report(Error? error)
    {
        var failures = _consumer.Refused.Select(missing => missing.Sentence)
            .Append(error is null ? null : KafkaFailure.Sentence(error)).Append(_notCommitted).Append(_notJoined)
            .OfType<string>().ToHashSet();
        _group.Report(_name, failures.Count == 0 ? null : string.Join(' ', failures));
    }

    /// <summary>Records of one topic after the other, as batches.</summary>
    private void Give(IIntake intake, int count, CancellationToken cancellationToken)
    {
        for (var i = 0; i < count;)
        {
            var topic = _consumer[i].Topic;
            var read = 0;
            var ends = new Dictionary<int, long>();
            var (partition, next) = (NoPartition, 0L);
            for (; i < count && _consumer[i] is var record && record.Topic == topic; i++)
            {
                if (record.Partition != partition)
                {
                    // Records of a partition are consecutive: its end is noted once for all of them.
                    ends[partition] = next;
                    partition = record.Partition;
                }

                next = record.Offset + 1;
                _records[read++] = Read(i, record, topic, cancellationToken);
            }

            ends[partition] = next;
            ends.Remove(NoPartition);
            var positions = ends.Select(end => Position(topic, end.Key, end.Value)).ToArray();
            var records = _records.AsMemory(0, read);

            // The thread is the member's own: while the queue of deliveries is full, nothing more is read.
            var taken = Give(intake, topic, records, positions, cancellationToken).AsTask().GetAwaiter().GetResult();
            _pending.Enqueue((taken.Delivered, positions));
        }
    }

    private StreamRecord Read(int index, ConsumedRecord record, string topic, CancellationToken cancellationToken)
    {
        var (json, problem) = topic == _matches?.Topic || _avro.IsPlain(record.Value.Span)
            ? (record.Value, null)
            : _avro.Read(record.Value, _consumer.HeaderOf(index, SchemaKey.Header), cancellationToken);
        var time = record.Time;
        if (topic != _matches?.Topic)
        {
            _lastTime = time; // a match has the time of its event
        }

        return new((uint)record.Partition, record.Offset, problem is null ? json : record.Value, time, Problem: problem);
    }

    private ValueTask<TakenBatch> Give(
        IIntake intake, string topic, ReadOnlyMemory<StreamRecord> records, StreamPosition[] positions, CancellationToken cancellationToken)
    {
        if (_matches is null || _matches.Topic != topic)
        {
            return intake.TakeAsync(new(KafkaGroup.SourceOf(topic), records, positions), cancellationToken);
        }

        var (alerts, matches) = _matches.Read(records);
        return intake.PutAsync(alerts, matches, positions, cancellationToken);
    }

    private StreamPosition Position(string topic, int partition, long next)
    {
        var place = new TopicPartition(topic, partition);
        _next[place] = next;
        return new(KafkaGroup.SourceOf(topic), (uint)partition, next, _group.TermOf(this, place) ?? "") { IsKeptElsewhere = true };
    }

    private void Settle()
    {
        while (_pending.TryPeek(out var first) && first.Delivered.IsCompleted)
        {
            first.Delivered.GetAwaiter().GetResult(); // fails when the service stops before it is delivered
            foreach (var position in _pending.Dequeue().Positions)
            {
                if (_group.IsOurs(position, out var partition))
                {
                    _delivered[partition] = position.Next;
                }
            }
        }

        if (_commits && Stopwatch.GetElapsedTime(_committedAt) >= CommitPeriod)
        {
            Commit();
        }
    }

    private void Commit()
    {
        _committedAt = Stopwatch.GetTimestamp();
        if (_delivered.Count == 0)
        {
            _notCommitted = null; // another member has the partition now
            return;
        }

        try
        {
            _consumer.Commit(_delivered.Select(pair => new TopicPartitionOffset(pair.Key, pair.Value)));
            _delivered.Clear();
            _notCommitted = null;
        }
        catch (KafkaException exception)
        {
            // The next commit includes it; until then a crash reads the records again.
            _notCommitted = _settings.Sentence(exception);
        }
    }

    /// <summary>Waits until all read records are delivered, and commits them, unless that takes too long.</summary>
    private void Finish()
    {
        try
        {
            Task.WhenAll(_pending.Select(pending => pending.Delivered)).Wait(HandOver);
            Settle();
        }
        catch (Exception exception) when (exception is AggregateException or IOException or OperationCanceledException)
        {
            return; // the service stops before the delivery: uncommitted records are read again
        }

        if (_commits)
        {
            Commit();
        }
    }

    private void Measure()
    {
        if (Stopwatch.GetElapsedTime(_lagAt) >= LagPeriod)
        {
            Lag = _next.Sum(pair => _consumer.LagOf(pair.Key, pair.Value));
            _lagAt = Stopwatch.GetTimestamp();
        }
    }
}
