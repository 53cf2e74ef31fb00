using Confluent.Kafka;
using Kafka.Client.Connecting;

namespace Kafka.Client.Consuming;

/// <summary>How a member of a group consumes.</summary>
public sealed record ConsumerSettings
{
    /// <summary>A member that is silent for this long is removed; by default the broker's minimum.</summary>
    private const int SessionMilliseconds = 6000;

    /// <summary>A member learns with a heartbeat that partitions move, and twice when they move cooperatively.</summary>
    private const int HeartbeatMilliseconds = 500;

    public required KafkaConnection Connection { get; init; }

    /// <summary>The group, which shares the partitions of the topics among its members.</summary>
    public required string Group { get; init; }

    public required IReadOnlyList<string> Topics { get; init; }

    /// <summary>A name that the member keeps over restarts: it gets its partitions back at once. Null for none.</summary>
    public string? Member { get; init; }

    /// <summary>Begins at the end of a partition where the group has no offset, instead of at its beginning.</summary>
    public bool FromEnd { get; init; }

    /// <summary>The topics among <see cref="Topics"/> that are read from their beginning nevertheless.</summary>
    public IReadOnlyCollection<string> WholeTopics { get; init; } = [];

    /// <summary>Takes records one by one through Confluent.Kafka, if the native way does not work.</summary>
    public bool OneByOne { get; init; }

    /// <returns>The error of a member of the group, for the person who runs the service.</returns>
    public string Sentence(Exception exception)
    {
        (Error? Error, string? Topic) said = exception switch
        {
            TopicPartitionOffsetException several when several.Results.Find(result => result.Error.IsError) is { } first =>
                (first.Error, first.Topic),
            KafkaException kafka => (kafka.Error, null),
            _ => (null, null),
        };
        return said.Error is { } error && MissingRightOf(error, said.Topic) is { } missing
            ? missing.Sentence
            : KafkaFailure.Sentence(exception);
    }

    /// <param name="error">What the client reports.</param>
    /// <param name="topic">Null if the client does not name one.</param>
    internal MissingRight? MissingRightOf(Error error, string? topic) =>
        MissingRight.OfReader(error, topic is null ? Topics : [topic], Group, Connection);

    internal Dictionary<string, string> ToProperties()
    {
        var own = new Dictionary<string, string>
        {
            ["group.id"] = Group,
            ["enable.auto.commit"] = "false",
            ["enable.auto.offset.store"] = "false",
            ["enable.partition.eof"] = "true", // to be at the end of a topic proves that it may be read
            ["topic.metadata.refresh.interval.ms"] = "5000", // so that a topic that was missing is found soon
            ["isolation.level"] = "read_committed",
            ["auto.offset.reset"] = FromEnd ? "latest" : "earliest",
            ["partition.assignment.strategy"] = "cooperative-sticky",
            ["session.timeout.ms"] = $"{SessionMilliseconds}",
            ["heartbeat.interval.ms"] = $"{HeartbeatMilliseconds}",
        };
        if (Member is not null)
        {
            own["group.instance.id"] = Member;
        }

        return Connection.ToProperties(own);
    }
}
