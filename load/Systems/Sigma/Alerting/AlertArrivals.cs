using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json.Nodes;
using Confluent.Kafka;
using Load.Servers;

namespace Load.Systems.Sigma.Alerting;

/// <summary>Reads the topic of alerts as they come, as a consumer that takes committed records only, and notes when each came.</summary>
internal sealed class AlertArrivals : IDisposable
{
    /// <summary>The field of a record that tells it from all others; negative for those that only warm up.</summary>
    public const string Probe = "probe";

    private readonly ConcurrentDictionary<int, AlertArrival> _arrivals = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _reading;
    private long _again;

    public AlertArrivals(KafkaBroker broker, string topic) => _reading = Task.Factory.StartNew(
        () => Read(broker.Address, topic), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    public int Count => _arrivals.Count;

    /// <summary>Alerts that came another time.</summary>
    public long Again => Interlocked.Read(ref _again);

    /// <returns>The record's alert; null when it has not come.</returns>
    public AlertArrival? Of(int probe) => _arrivals.TryGetValue(probe, out var arrival) ? arrival : null;

    public void Dispose()
    {
        _stop.Cancel();
        _reading.Wait();
        _stop.Dispose();
    }

    private void Read(string broker, string topic)
    {
        using var consumer = new ConsumerBuilder<Ignore, byte[]>(new ConsumerConfig
        {
            BootstrapServers = broker,
            GroupId = topic, // asked for by the library; nothing is committed to it
            IsolationLevel = IsolationLevel.ReadCommitted,
            EnableAutoCommit = false,
        }).SetErrorHandler((_, _) => { }).SetLogHandler((_, _) => { }).Build();
        consumer.Assign(new TopicPartitionOffset(topic, 0, Offset.Beginning));
        while (!_stop.IsCancellationRequested)
        {
            if (consumer.Consume(TimeSpan.FromMilliseconds(100)) is { } alert)
            {
                var now = Stopwatch.GetTimestamp();
                var probe = (int)JsonNode.Parse(alert.Message.Value)!["record"]![Probe]!;
                if (!_arrivals.TryAdd(probe, new(now, new DateTimeOffset(alert.Message.Timestamp.UtcDateTime))))
                {
                    Interlocked.Increment(ref _again);
                }
            }
        }

        consumer.Close();
    }
}
