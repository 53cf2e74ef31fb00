using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using System.Text.Json.Nodes;
using Confluent.Kafka;
using Crash.Faults;

namespace Crash.Systems.Sigma;

/// <summary>Reads a topic of alerts from its beginning and as they come, as a consumer that takes committed records only.</summary>
internal sealed class AlertFollower : IReadBackClient
{
    /// <summary>
    /// An alert that has not come is given up when no other came for this long either: a busy machine may take minutes for a story, but
    /// it does not stand still for longer than a freeze, a session and a start take together.
    /// </summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    /// <summary>If nothing came for this long, nothing is on its way: transactions are made every 200 ms.</summary>
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(1);

    private readonly ConcurrentDictionary<string, Occurrence> _alerts = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _reading;
    private long _lastAt = Stopwatch.GetTimestamp();

    public AlertFollower(string way, string broker, string topic, int partitions, AvroTopics? avro)
    {
        Way = way;
        _reading = Task.Factory.StartNew(
            () => Read(broker, topic, partitions, avro), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    public string Way { get; }

    /// <returns>Whether the alert has come; false when it is given up.</returns>
    public async Task<bool> SeenAsync(string id, CancellationToken cancellationToken)
    {
        var (alert, asked) = (Of(id).First.Task, Stopwatch.GetTimestamp());
        while (!alert.IsCompleted && !cancellationToken.IsCancellationRequested)
        {
            var left = Patience - Stopwatch.GetElapsedTime(Math.Max(asked, Interlocked.Read(ref _lastAt)));
            if (left <= TimeSpan.Zero)
            {
                break;
            }

            await alert.WaitAsync(left, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return alert.IsCompleted;
    }

    public async Task<Response<byte[]>> FindAsync(string id, CancellationToken cancellationToken) =>
        await SeenAsync(id, cancellationToken)
            ? new(ResponseKind.Known, Of(id).Contents.First())
            : new(ResponseKind.NotFound, null);

    public async Task<Response<ReadBackPage>> ListAsync(string after, CancellationToken cancellationToken)
    {
        while (Stopwatch.GetElapsedTime(Interlocked.Read(ref _lastAt)) < Silence)
        {
            await Task.Delay(Silence / 4, cancellationToken);
        }

        var entries = _alerts.SelectMany(alert => alert.Value.Contents, (alert, content) => (alert.Key, content));
        return new(ResponseKind.Known, new([.. entries], ""));
    }

    public void Dispose()
    {
        _stop.Cancel();
        _reading.Wait();
        _stop.Dispose();
    }

    private Occurrence Of(string id) => _alerts.GetOrAdd(id, _ => new());

    private void Read(string broker, string topic, int partitions, AvroTopics? avro)
    {
        var properties = new ConsumerConfig
        {
            BootstrapServers = broker,
            GroupId = topic, // asked for by the library; nothing is committed to it
            IsolationLevel = IsolationLevel.ReadCommitted,
            EnableAutoCommit = false,
        };
        using var consumer = new ConsumerBuilder<Ignore, byte[]>(properties)
            .SetErrorHandler((_, _) => { }) // what is struck is the broker
            .SetLogHandler((_, _) => { })
            .Build();
        consumer.Assign(Enumerable.Range(0, partitions).Select(number => new TopicPartitionOffset(topic, number, Offset.Beginning)));
        while (!_stop.IsCancellationRequested)
        {
            if (Next(consumer) is { } alert)
            {
                var (id, place) = Parse(avro?.AlertOf(alert) ?? alert);
                Of(id).Came(Encoding.UTF8.GetBytes(place));
                Interlocked.Exchange(ref _lastAt, Stopwatch.GetTimestamp());
            }
        }

        consumer.Close();
    }

    private static byte[]? Next(IConsumer<Ignore, byte[]> consumer)
    {
        try
        {
            return consumer.Consume(TimeSpan.FromMilliseconds(100))?.Message.Value;
        }
        catch (ConsumeException)
        {
            return null;
        }
    }

    /// <returns>The cause of the alert and, if that is an event, the event's place.</returns>
    private static (string Id, string Place) Parse(byte[] json)
    {
        var alert = JsonNode.Parse(json)!;
        if (alert["record"] is { } record)
        {
            var (place, number) = (alert["event"]!, (int)record["number"]!);
            return (StoryEvent.IdOf((string?)record["site"], (string?)record["user"], number), $"{place["partition"]}/{place["offset"]}");
        }

        var group = alert["fields"]!.AsObject().Select(field => (string?)field.Value);
        return ($"{alert["rule"]!["title"]} {string.Join('/', group)}", "");
    }

    private sealed class Occurrence
    {
        public ConcurrentQueue<byte[]> Contents { get; } = [];

        public TaskCompletionSource First { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void Came(byte[] content)
        {
            Contents.Enqueue(content);
            First.TrySetResult();
        }
    }
}
