using Confluent.Kafka;
using Kafka.Client.Connecting;

namespace Kafka.Client.Consuming;

/// <summary>How a member of a group consumes.</summary>
public sealed record ConsumerSettings
{
    /// <summary>A member of which nothing was heard for this long is given up; the broker's own least by default.</summary>
    private const int SessionMilliseconds = 6000;

    /// <summary>
    /// librdkafka 2.3. Before it, a member that leaves a cooperative group before its first assignment ends the process
    /// (librdkafka issue 4312), and one that joins as another leaves may wait for its partitions for ever (seen with 2.0.2).
    /// </summary>
    private const int FirstToCooperate = 0x02030000;

    public required KafkaConnection Connection { get; init; }

    /// <summary>The group, which shares the partitions of the topics among its members.</summary>
    public required string Group { get; init; }

    public required IReadOnlyList<string> Topics { get; init; }

    /// <summary>A name that the member keeps over restarts: it gets its partitions back at once. Null for none.</summary>
    public string? Member { get; init; }

    /// <summary>Begins at the end of a partition where the group has no offset, instead of at its beginning.</summary>
    public bool FromEnd { get; init; }

    /// <summary>Takes records one by one through Confluent.Kafka, where the native way does not work.</summary>
    public bool OneByOne { get; init; }

    internal Dictionary<string, string> ToProperties()
    {
        var own = new Dictionary<string, string>
        {
            ["group.id"] = Group,
            ["enable.auto.commit"] = "false",
            ["enable.auto.offset.store"] = "false",
            ["enable.partition.eof"] = "false",
            ["topic.metadata.refresh.interval.ms"] = "5000", // so that a topic that was missing is found soon
            ["isolation.level"] = "read_committed",
            ["auto.offset.reset"] = FromEnd ? "latest" : "earliest",
            ["partition.assignment.strategy"] = Library.Version >= FirstToCooperate ? "cooperative-sticky" : "roundrobin",
            ["session.timeout.ms"] = $"{SessionMilliseconds}",
            ["heartbeat.interval.ms"] = $"{SessionMilliseconds / 4}",
        };
        if (Member is not null)
        {
            own["group.instance.id"] = Member;
        }

        return Connection.ToProperties(own);
    }
}
