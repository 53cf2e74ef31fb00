using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Kafka.Client.Connecting;
using Kafka.Client.Native;
using Kafka.Client.Producing;

namespace Journal.Features.Replay.Sinks;

/// <summary>
/// A topic of Kafka: a record for each line, with its sequence as a header. The lines of a frame are a transaction, so that readers of
/// committed records only see whole frames, even if a replay ends early. A broker that is away is waited for.
/// </summary>
internal sealed class KafkaOutput : IReplaySink
{
    public const string Scheme = "kafka";

    private const int DefaultPort = 9092;
    private const string SequenceHeader = "sequence";

    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(2);

    /// <summary>An attempt that took longer has waited for the broker.</summary>
    private static readonly TimeSpan Moment = TimeSpan.FromSeconds(5);

    private readonly Uri _address;
    private readonly string _topic;
    private readonly TransactionalProducer _producer;
    private readonly PatientSending _sending;
    private bool _hasSent;

    private KafkaOutput(Uri address, string topic, TransactionalProducer producer, TextWriter messages) =>
        (_address, _topic, _producer, _sending) = (address, topic, producer, new(address, LongestWait, messages));

    /// <param name="address">Broker and topic.</param>
    /// <param name="owner">
    /// Tells a replay that goes on where it ended from all others; null for one that does not, and ends nobody's transactions.
    /// </param>
    /// <param name="messages">Gets a line when the broker is away, and when it is back.</param>
    /// <param name="cancellationToken">Ends the attempt to connect.</param>
    /// <exception cref="ArgumentException">The address has no topic.</exception>
    /// <exception cref="IOException">The broker does not answer, or the native library is missing.</exception>
    public static async Task<KafkaOutput> OpenAsync(
        Uri address, string? owner, TextWriter messages, CancellationToken cancellationToken)
    {
        if (address is not { Segments: ["/", var topic], Query: "", UserInfo: "" } || topic.EndsWith('/') || address.Host.Length == 0)
        {
            throw new ArgumentException($"{address} is not an output such as kafka://host:9092/topic.");
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

        // A unique name, so that two replays into one topic do not end each other. One that was killed and goes on ends its own open
        // transaction: readers of committed records would wait for that one until it times out.
        var name = owner is null ? $"{Guid.NewGuid():N}" : NameOf(owner, address);
        var producer = new TransactionalProducer(connection, $"journal-replay-{name}");
        try
        {
            await Task.Run(producer.Claim, cancellationToken);
            return new(address, topic, producer, messages);
        }
        catch (TransactionException exception)
        {
            producer.Dispose();
            throw new IOException($"{address}: {exception.Message}", exception);
        }
    }

    /// <summary>Replays of one log into two topics have two names, also if their files of positions have the same path.</summary>
    internal static string NameOf(string owner, Uri address) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes($"{owner} {address}")))[..32];

    public async Task SendAsync(ReplayedLines lines, CancellationToken cancellationToken)
    {
        if (lines.Count == 0)
        {
            return;
        }

        var records = RecordsOf(lines);
        var isUnknown = false;
        await _sending.SendAsync(TryAsync, cancellationToken);
        _hasSent = true;

        async Task<string?> TryAsync(bool wasAway)
        {
            var (began, isRepeat) = (Stopwatch.GetTimestamp(), isUnknown);
            try
            {
                await Task.Run(() => Write(records, isRepeat), cancellationToken);
                return null;
            }
            catch (TransactionException exception)
            {
                isUnknown |= exception.IsUnknown;
                var reason = $"{exception.Message.TrimEnd('.')}.";
                return IsForNow(exception.Fault, wasAway || Stopwatch.GetElapsedTime(began) > Moment) ? reason
                    : throw new IOException(
                        $"{_address}: {reason} {GoOn(lines.SequenceOf(0), lines.SequenceOf(lines.Count - 1) + 1, isUnknown)}", exception);
            }
        }
    }

    /// <summary>Each frame is complete already.</summary>
    public Task FinishAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public ValueTask DisposeAsync()
    {
        _producer.Dispose();
        return ValueTask.CompletedTask;
    }

    private List<ProducedRecord> RecordsOf(ReplayedLines lines)
    {
        var records = new List<ProducedRecord>(lines.Count);
        for (var i = 0; i < lines.Count; i++)
        {
            records.Add(new(_topic, Key: null, lines.LineOf(i).ToArray())
            {
                Headers = [new(SequenceHeader, Encoding.ASCII.GetBytes(lines.SequenceOf(i).ToString(CultureInfo.InvariantCulture)))],
            });
        }

        return records;
    }

    /// <param name="records">Those of a frame.</param>
    /// <param name="isRepeat">Whether they may be there already.</param>
    private void Write(List<ProducedRecord> records, bool isRepeat)
    {
        if (!isRepeat || !_producer.WasMade())
        {
            _producer.Write(records, []);
        }
    }

    /// <summary>
    /// A new broker knows its topics a moment after it answers. One that was away may have ended the transaction, which looks as if another
    /// replay had taken over.
    /// </summary>
    private bool IsForNow(TransactionFault fault, bool wasAway) => fault switch
    {
        TransactionFault.ForNow => true,
        TransactionFault.TopicMissing => _hasSent,
        TransactionFault.Fenced => wasAway,
        _ => false,
    };

    private static string GoOn(long first, long next, bool isUnknown) => isUnknown
        ? $"Every line before {first} is there. It is unknown whether those before {next} are: --from {first} may repeat them."
        : $"Every line before {first} is there: continue with --from {first}.";
}
