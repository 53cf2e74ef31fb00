using System.Diagnostics;
using Confluent.Kafka;
using Load.Machine;
using Load.Servers;

namespace Load.Systems.Sigma.Streaming;

/// <summary>Looks at a group that reads a topic of the same name, and is no member of it.</summary>
internal sealed class GroupObserver : IDisposable
{
    /// <summary>The wait for all written records to be read, and for a group to be complete, on a busy machine.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private readonly string _name;
    private readonly IConsumer<Ignore, Ignore> _consumer;

    public GroupObserver(KafkaBroker broker, string name, int partitions)
    {
        _name = name;
        Partitions = [.. Enumerable.Range(0, partitions).Select(partition => new TopicPartition(name, partition))];
        _consumer = new ConsumerBuilder<Ignore, Ignore>(new ConsumerConfig
        {
            BootstrapServers = broker.Address,
            GroupId = name,
            IsolationLevel = IsolationLevel.ReadUncommitted, // an end is that of all that is written
            EnableAutoCommit = false,
        }).SetErrorHandler((_, _) => { }).SetLogHandler((_, _) => { }).Build();
    }

    public IReadOnlyList<TopicPartition> Partitions { get; }

    /// <returns>The offsets after the last record of each partition, committed or not.</returns>
    public IReadOnlyList<long> Ends() =>
        [.. Partitions.Select(partition => _consumer.QueryWatermarkOffsets(partition, Patience).High.Value)];

    /// <summary>Waits until the group has so many members, and has divided the partitions among them.</summary>
    /// <exception cref="LabException">It never is.</exception>
    public Task UntilJoinedAsync(int members, CancellationToken cancellationToken) => UntilAsync(
        $"The group has not got its {members} members",
        () =>
        {
            using var admin = new DependentAdminClientBuilder(_consumer.Handle).Build();
            return admin.ListGroup(_name, Patience) is { State: "Stable" } group && group.Members.Count == members;
        },
        cancellationToken);

    /// <summary>Waits until the group has committed that it has read so far.</summary>
    /// <exception cref="LabException">It never has.</exception>
    public Task UntilReadAsync(IReadOnlyList<long> ends, CancellationToken cancellationToken) => UntilAsync(
        "The group has not read all records",
        () =>
        {
            var committed = _consumer.Committed(Partitions, Patience).ToDictionary(one => one.TopicPartition, one => one.Offset.Value);
            return Partitions.Zip(ends).All(end => end.Second == 0 || committed[end.First] >= end.Second);
        },
        cancellationToken);

    public void Dispose() => _consumer.Dispose();

    /// <param name="otherwise">The message for a time-out.</param>
    /// <param name="condition">May block for a moment; what the broker refuses is asked again.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    /// <exception cref="LabException">It never is.</exception>
    public static async Task UntilAsync(string otherwise, Func<bool> condition, CancellationToken cancellationToken)
    {
        var reason = "";
        for (var began = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(began) < Limit;)
        {
            try
            {
                if (await Task.Run(condition, cancellationToken))
                {
                    return;
                }
            }
            catch (KafkaException exception) when (!exception.Error.IsFatal)
            {
                reason = $" ({exception.Error.Reason})";
            }

            await Task.Delay(Pause, cancellationToken);
        }

        throw new LabException($"{otherwise}, not within {Limit.TotalMinutes} minutes{reason}.");
    }
}
