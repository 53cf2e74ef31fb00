using System.ComponentModel.DataAnnotations;
using Kafka.Client.Connecting;
using Kafka.Client.Consuming;

namespace Sigma.Streams.Kafka;

/// <summary>The broker, what is read there and what is written, at <c>Kafka</c>.</summary>
internal sealed class KafkaOptions
{
    public const string Section = "Kafka";

    /// <summary>Host and port of some brokers, separated by commas. Default <c>127.0.0.1:9092</c>.</summary>
    [Required]
    public string BootstrapServers { get; set; } = "127.0.0.1:9092";

    /// <summary>The topics that the source reads. Default none.</summary>
    public string[] Topics { get; set; } = [];

    /// <summary>The group whose members share the topics' partitions. Default <c>sigma</c>.</summary>
    [Required]
    public string Group { get; set; } = "sigma";

    /// <summary>
    /// A name of this instance that no other of the group has and that it keeps over restarts: it has its partitions back at once then.
    /// Default none: the machine's name, and the group learns of a crash after 6 s.
    /// </summary>
    public string? Instance { get; set; }

    /// <summary>Threads that read, each with a consumer of its own. Default 0: one for each processor.</summary>
    [Range(0, 1024)]
    public int Threads { get; set; }

    /// <summary>
    /// Begins at the end of topics that the group has never read; not of the match log, which holds what was matched before. Default false:
    /// at their beginning.
    /// </summary>
    public bool FromEnd { get; set; }

    /// <summary>Takes records one by one, where the native way does not work. Default false.</summary>
    public bool OneByOne { get; set; }

    /// <summary>Where the sink writes alerts whose rule names no topic. Default <c>sigma-alerts</c>.</summary>
    [Required]
    public string AlertTopic { get; set; } = "sigma-alerts";

    /// <summary>Where the sink writes what is no record or too large for one, beside the file. Default none.</summary>
    public string? DeadLetterTopic { get; set; }

    /// <summary>
    /// The match log, which the instances of the group share: where source and sink are Kafka, correlations are whole, and exact over
    /// crashes. Default none: each instance correlates what it reads.
    /// </summary>
    public string? MatchTopic { get; set; }

    /// <summary>A compacted topic with a rule a record, beside the files. Default none.</summary>
    public string? RulesTopic { get; set; }

    /// <summary>Further properties of librdkafka by their names there, such as <c>security.protocol</c>. Default none.</summary>
    public Dictionary<string, string> Client { get; set; } = [];

    /// <summary>No other instance of the group may have the same.</summary>
    public string InstanceName => $"{Group}-{Instance ?? Environment.MachineName}";

    public KafkaConnection Connection => new() { BootstrapServers = BootstrapServers, ClientId = InstanceName, Properties = Client };

    /// <param name="thread">Its number.</param>
    public ConsumerSettings ConsumerOf(int thread) => new()
    {
        Connection = Connection,
        Group = Group,
        Topics = MatchTopic is { } matches ? [.. Topics, matches] : Topics,
        Member = Instance is null ? null : $"{Instance}-{thread}",
        FromEnd = FromEnd,
        WholeTopics = MatchTopic is { } log ? [log] : [],
        OneByOne = OneByOne,
    };
}
