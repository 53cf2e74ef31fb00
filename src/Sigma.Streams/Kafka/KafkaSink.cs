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
/// Writes alerts, matches, dead letters and the group's offsets in one transaction: readers of committed records see each alert exactly
/// once.
/// </summary>
internal sealed class KafkaSink(IOptions<KafkaOptions> options, KafkaGroup group, KafkaMatches matches, KafkaAvro avro, TimeProvider time)
    : ISink, IDisposable
{
    public const string Name = "kafka";

    /// <summary>The size that a dead letter leaves for its headers.</summary>
    private const int HeaderBytes = 16 << 10;

    /// <summary>The time between two transactions: each costs the broker some writes of its own.</summary>
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(200);

    /// <summary>The time between attempts to claim the producer's name.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly TransactionalProducer _producer = new(options.Value.Connection, options.Value.InstanceName);
    private readonly CancellationTokenSource _disposed = new();
    private Delivery? _done;
    private (KafkaShare Share, List<DeadLetter> Refused)? _unknown;
    private long _beganAt;

    public TimeSpan Rest => _beganAt == 0 ? TimeSpan.Zero : Period - Stopwatch.GetElapsedTime(_beganAt);

    public bool KeepsPositions => true;

    /// <summary>
    /// A transaction that a crash left open blocks the group's offsets, and with them the source: the first delivery would be too late to
    /// end it. While it cannot be ended, the sink could not write alerts either, and reports that.
    /// </summary>
    /// <exception cref="InvalidDataException">No broker would change it: the library is missing, or refuses a property.</exception>
    public void Begin()
    {
        try
        {
            _producer.ThrowIfRefused();
        }
        catch (Exception exception) when (exception is PlatformNotSupportedException or InvalidOperationException or ArgumentException)
        {
            throw new InvalidDataException($"The sink {Name} cannot begin: {exception.Message}", exception);
        }

        _ = Task.Run(ClaimAsync);
    }

    public async Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        if (ReferenceEquals(delivery, _done))
        {
            return []; // another sink failed meanwhile
        }

        _beganAt = Stopwatch.GetTimestamp();
        var refused = await Task.Run(() => Write(delivery), cancellationToken);
        _done = delivery;
        return refused;
    }

    public void Dispose()
    {
        _disposed.Cancel();
        _producer.Dispose();
        _disposed.Dispose();
    }

    /// <summary>Until the producer has claimed its name, or a delivery does that itself, whose errors its lane reports.</summary>
    private async Task ClaimAsync()
    {
        try
        {
            var stop = _disposed.Token;
            while (_beganAt == 0 && !Claim())
            {
                await Task.Delay(Pause, time, stop);
            }
        }
        catch (Exception exception) when (exception is OperationCanceledException or ObjectDisposedException)
        {
            // The stop.
        }

        group.Report(Name, null);
    }

    private bool Claim()
    {
        try
        {
            _producer.Claim();
            return true;
        }
        catch (TransactionException exception)
        {
            group.Report(Name, $"The sink {Name} takes nothing: {exception.Message}");
            return false;
        }
    }

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

            _unknown = null;
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
            throw new IOException("A member left the group while its offsets were being written.", exception);
        }
    }

    /// <summary>A transaction is atomic: if one partition has its new offset, all have.</summary>
    private bool WasMade(KafkaShare share)
    {
        if (share.Next.Count == 0)
        {
            return _producer.WasMade();
        }

        _producer.Claim(); // while the transaction is open, the group's offsets cannot be read
        return share.Next.Values.Any(group.HasCommitted);
    }

    private IEnumerable<ProducedRecord> Records(KafkaShare share, List<DeadLetter> refused)
    {
        foreach (var alert in share.Alerts)
        {
            var topic = alert.OutputTopic ?? options.Value.AlertTopic;
            var record = new ProducedRecord(topic, Encoding.UTF8.GetBytes(alert.Id), avro.Of(topic, alert));
            if (IsTaken(record, $"The alert {alert.Id}", alert.Event, refused))
            {
                yield return record;
            }
        }

        foreach (var match in share.Matches)
        {
            foreach (var record in matches.Records(match))
            {
                if (IsTaken(record, $"A match of {match.Rule.Title}", match.Event, refused))
                {
                    yield return record;
                }
            }
        }

        if (options.Value.DeadLetterTopic is { } deadLetters)
        {
            foreach (var letter in share.DeadLetters.Concat(refused)) // all refused ones are known by now
            {
                yield return Record(deadLetters, letter);
            }
        }
    }

    /// <summary>A record that the client cannot send would make this transaction fail, and all later ones.</summary>
    private bool IsTaken(ProducedRecord record, string what, EventPlace place, List<DeadLetter> refused)
    {
        if (_producer.Takes(record))
        {
            return true;
        }

        var detail = string.Create(
            CultureInfo.InvariantCulture, $"{what} has more than the {_producer.MaxRecordBytes} bytes that a record may have.");
        refused.Add(new(Name, place.Partition, place.Offset, "too-large", detail, time.GetUtcNow(), record.Value));
        return false;
    }

    private ProducedRecord Record(string topic, DeadLetter letter) =>
        new(topic, null, letter.Bytes[..Math.Min(letter.Bytes.Length, Math.Max(_producer.MaxRecordBytes - HeaderBytes, 0))].ToArray())
        {
            Headers =
            [
                .. letter.Inside is { } inside ? [Header("inside", inside.ToString(CultureInfo.InvariantCulture))] : NoHeaders,
                Header("reason", letter.Reason),
                Header("detail", letter.Detail),
                Header("source", letter.Source),
                Header("partition", letter.Partition.ToString(CultureInfo.InvariantCulture)),
                Header("offset", letter.Offset.ToString(CultureInfo.InvariantCulture)),
            ],
        };

    private static readonly KeyValuePair<string, byte[]>[] NoHeaders = [];

    private static KeyValuePair<string, byte[]> Header(string name, string value) => new(name, Encoding.UTF8.GetBytes(value));
}
