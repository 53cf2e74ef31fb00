using System.Globalization;
using System.Text;
using Kafka.Client.Connecting;
using Kafka.Client.Native;
using Kafka.Client.Producing;

namespace Journal.Features.Replay.Sinks;

/// <summary>
/// A topic of Kafka: a record for each line, which bears its sequence as a header. The lines of a frame are a transaction, so that a
/// replay that ends early leaves whole frames only, for readers of committed records.
/// </summary>
internal sealed class KafkaOutput : IReplaySink
{
    public const string Scheme = "kafka";

    private const int DefaultPort = 9092;
    private const string SequenceHeader = "sequence";

    private readonly Uri _address;
    private readonly string _topic;
    private readonly TransactionalProducer _producer;
    private readonly List<ProducedRecord> _records = [];
    private long _first;
    private long _next;

    private KafkaOutput(Uri address, string topic, TransactionalProducer producer) =>
        (_address, _topic, _producer) = (address, topic, producer);

    /// <exception cref="ArgumentException">The address names no topic.</exception>
    /// <exception cref="IOException">The broker does not answer, or the native library is missing.</exception>
    public static async Task<KafkaOutput> OpenAsync(Uri address, CancellationToken cancellationToken)
    {
        if (address is not { Segments: ["/", var topic], Query: "", UserInfo: "" } || topic.EndsWith('/') || address.Host.Length == 0)
        {
            throw new ArgumentException($"{address} is no output such as kafka://host:9092/topic.");
        }

        if (LibrdkafkaLoader.Missing is { } missing)
        {
            throw new IOException(missing);
        }

        var port = address.Port < 0 ? DefaultPort : address.Port;
        var connection = new KafkaConnection
        {
            BootstrapServers = string.Create(CultureInfo.InvariantCulture, $"{address.Host}:{port}"),
            ClientId = "journal-replay",
        };

        // A name of its own: two replays into one topic do not end each other.
        var producer = new TransactionalProducer(connection, $"journal-replay-{Guid.NewGuid():N}");
        try
        {
            await Task.Run(producer.Claim, cancellationToken);
            return new(address, topic, producer);
        }
        catch (TransactionException exception)
        {
            producer.Dispose();
            throw new IOException($"{address}: {exception.Message}", exception);
        }
    }

    public void Add(long sequence, ReadOnlySpan<byte> line)
    {
        _first = _records.Count == 0 ? sequence : _first;
        _next = sequence + 1;
        _records.Add(new(_topic, Key: null, line.ToArray())
        {
            Headers = [new(SequenceHeader, Encoding.ASCII.GetBytes(sequence.ToString(CultureInfo.InvariantCulture)))],
        });
    }

    public async Task SendAsync(CancellationToken cancellationToken)
    {
        if (_records.Count == 0)
        {
            return;
        }

        try
        {
            await Task.Run(() => _producer.Write(_records, []), cancellationToken);
        }
        catch (TransactionException exception)
        {
            throw new IOException($"{_address}: {exception.Message.TrimEnd('.')}. {GoOn(exception.IsUnknown)}", exception);
        }

        _records.Clear();
    }

    public Task FinishAsync(CancellationToken cancellationToken) => SendAsync(cancellationToken);

    public ValueTask DisposeAsync()
    {
        _producer.Dispose();
        return ValueTask.CompletedTask;
    }

    private string GoOn(bool isUnknown) => isUnknown
        ? $"Every line before {_first} is there, and whether those before {_next} are cannot be told: --from {_first} may repeat them."
        : $"Every line before {_first} is there: go on with --from {_first}.";
}
