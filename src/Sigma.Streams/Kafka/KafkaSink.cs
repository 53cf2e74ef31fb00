using System.Diagnostics;
using System.Globalization;
using System.Text;
using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Producing;
using Microsoft.Extensions.Options;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>
/// Writes alerts, matches, dead letters, and how far the group has got, in one transaction: readers that take committed records see each
/// alert exactly once.
/// </summary>
internal sealed class KafkaSink(IOptions<KafkaOptions> options, KafkaGroup group, KafkaMatches matches, TimeProvider time)
    : ISink, IDisposable
{
    public const string Name = "kafka";

    /// <summary>A broker takes 1 MiB by default, framing included.</summary>
    private const int MaxBytes = 1_000_000;

    /// <summary>At most so often, unless there is much to commit: each transaction costs the broker some writes of its own.</summary>
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(200);
    private const int Much = 10_000;

    private readonly TransactionalProducer _producer = new(options.Value.Connection, options.Value.InstanceName);
    private readonly Dictionary<TopicPartition, long> _written = [];
    private Delivery? _done;
    private (KafkaShare Share, List<DeadLetter> Refused)? _unknown;
    private long _committedAt;

    /// <summary>
    /// A transaction that a crash left open holds up the group's offsets, and with them the source: the first delivery would come too late
    /// to end it.
    /// </summary>
    public void Begin() => _ = Task.Run(() =>
    {
        try
        {
            _producer.Claim();
        }
        catch (Exception exception) when (exception is TransactionException or PlatformNotSupportedException)
        {
            // The first delivery tries again, and says what is wrong.
        }
    });

    public async Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        if (ReferenceEquals(delivery, _done))
        {
            return []; // another sink failed meanwhile
        }

        if (Pause(delivery) is { Ticks: > 0 } pause)
        {
            await Task.Delay(pause, time, cancellationToken);
        }

        var refused = await Task.Run(() => Write(delivery), cancellationToken);
        _done = delivery;
        return refused;
    }

    public void Dispose() => _producer.Dispose();

    private TimeSpan Pause(Delivery delivery)
    {
        var isKafkas = delivery.Positions.Count > 0
            && delivery.Positions.All(position => KafkaGroup.PartitionOf(position.Source, position.Partition) is not null);
        return _committedAt != 0 && isKafkas && Count(delivery) < Much ? Period - Stopwatch.GetElapsedTime(_committedAt) : TimeSpan.Zero;
    }

    /// <summary>About how many records it comes of.</summary>
    private long Count(Delivery delivery) => delivery.Positions
        .GroupBy(position => KafkaGroup.PartitionOf(position.Source, position.Partition)!, position => position.Next)
        .Sum(next => next.Max() - _written.GetValueOrDefault(next.Key, next.Min()));

    private List<DeadLetter> Write(Delivery delivery)
    {
        var (share, refused) = (KafkaShare.Of(delivery, position => group.IsOurs(position, out _)), new List<DeadLetter>());
        try
        {
            if (_unknown is { } unknown && WasMade(unknown.Share))
            {
                (share, refused) = unknown;
            }
            else if (!share.IsEmpty)
            {
                _producer.Write([.. Records(share, refused)], group.OffsetsOf(share.Next));
            }

            foreach (var (partition, next) in share.Next)
            {
                _written[partition] = next;
            }

            (_unknown, _committedAt) = (null, Stopwatch.GetTimestamp());
            return refused;
        }
        catch (TransactionException exception)
        {
            _unknown = exception.IsUnknown ? (share, refused) : _unknown;
            throw;
        }
        catch (KafkaException exception)
        {
            throw new IOException(KafkaFailure.Sentence(exception), exception);
        }
        catch (ObjectDisposedException exception)
        {
            throw new IOException("A member left the group while its offsets were written.", exception);
        }
    }

    /// <summary>A transaction is made as a whole: one partition that has its new offset tells it of all.</summary>
    private bool WasMade(KafkaShare share)
    {
        if (share.Next.Count == 0)
        {
            return _producer.WasMade();
        }

        _producer.Claim(); // while the transaction is open, the group's offsets are not to be had
        return share.Next.Any(pair => group.CommittedOf(pair.Key) >= pair.Value);
    }

    private IEnumerable<ProducedRecord> Records(KafkaShare share, List<DeadLetter> refused)
    {
        foreach (var alert in share.Alerts)
        {
            var json = AlertJson.Of(alert);
            if (json.Length > MaxBytes)
            {
                var detail = string.Create(CultureInfo.InvariantCulture, $"The alert {alert.Id} has more than {MaxBytes} bytes.");
                refused.Add(new(Name, alert.Event.Partition, alert.Event.Offset, "too-large", detail, time.GetUtcNow(), json));
                continue;
            }

            yield return new(alert.OutputTopic ?? options.Value.AlertTopic, Encoding.UTF8.GetBytes(alert.Id), json);
        }

        foreach (var record in matches.Records(share.Matches))
        {
            yield return record;
        }

        if (options.Value.DeadLetterTopic is { } topic)
        {
            foreach (var letter in share.DeadLetters)
            {
                yield return Record(topic, letter);
            }
        }
    }

    private static ProducedRecord Record(string topic, DeadLetter letter) =>
        new(topic, null, letter.Bytes.Length > MaxBytes ? letter.Bytes[..MaxBytes].ToArray() : letter.Bytes.ToArray())
        {
            Headers =
            [
                Header("reason", letter.Reason),
                Header("detail", letter.Detail),
                Header("source", letter.Source),
                Header("partition", letter.Partition.ToString(CultureInfo.InvariantCulture)),
                Header("offset", letter.Offset.ToString(CultureInfo.InvariantCulture)),
            ],
        };

    private static KeyValuePair<string, byte[]> Header(string name, string value) => new(name, Encoding.UTF8.GetBytes(value));
}
