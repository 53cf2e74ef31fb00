using System.ComponentModel.DataAnnotations;
using Kafka.Client.Connecting;
using Kafka.Client.Consuming;

namespace Sigma.Streams.Kafka;

/// <summary>The broker, and the topics to read and write, at <c>Kafka</c>.</summary>
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
    /// The name of this instance, unique in the group and kept over restarts: it then gets its partitions back at once. Default none: the
    /// machine's name, and the group notices a crash after 6 s.
    /// </summary>
    public string? Instance { get; set; }

    /// <summary>Threads that read, each with its own consumer. Default 0: one for each processor.</summary>
    [Range(0, 1024)]
    public int Threads { get; set; }

    /// <summary>
    /// Begins at the end of topics that the group has never read, except the match log, which contains earlier matches. Default false: at
    /// their beginning.
    /// </summary>
    public bool FromEnd { get; set; }

    /// <summary>Takes records one by one, if reading native batches does not work. Default false.</summary>
    public bool OneByOne { get; set; }

    /// <summary>The topic for alerts whose rule names no topic. Default <c>sigma-alerts</c>.</summary>
    [Required]
    public string AlertTopic { get; set; } = "sigma-alerts";

    /// <summary>
    /// The topic for inputs that are not records, and for records that are too large, in addition to the file. Default none.
    /// </summary>
    public string? DeadLetterTopic { get; set; }

    /// <summary>
    /// The match log, which the instances of the group share. It needs Kafka as source and sink; then correlations see all matches, and are
    /// exact over crashes. Default none: each instance correlates what it reads.
    /// </summary>
    public string? MatchTopic { get; set; }

    /// <summary>A compacted topic with a file of rules per record, in addition to the files. Default none.</summary>
    public string? RulesTopic { get; set; }

    /// <summary>
    /// The address of a Schema Registry: records that begin with a schema's id are read as Avro or JSON by it. Default none.
    /// </summary>
    public string? SchemaRegistry { get; set; }

    /// <summary>
    /// Further properties of the registry's client by their own names, such as <c>schema.registry.basic.auth.user.info</c>. Default none.
    /// </summary>
    public Dictionary<string, string> SchemaRegistryClient { get; set; } = [];

    /// <summary>Writes alerts in Avro, whose schema is in the Schema Registry. Default false: in JSON.</summary>
    public bool AvroAlerts { get; set; }

    /// <summary>Registers the schema of alerts for each of their topics if it is not there. Default true.</summary>
    public bool RegisterSchemas { get; set; } = true;

    /// <summary>Further properties of librdkafka by their own names, such as <c>security.protocol</c>. Default none.</summary>
    public Dictionary<string, string> Client { get; set; } = [];

    /// <summary>No other instance of the group may have the same id.</summary>
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
