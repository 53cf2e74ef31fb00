namespace Kafka.Client.Connecting;

/// <summary>Which cluster, and how to log in there.</summary>
public sealed record KafkaConnection
{
    /// <summary>Host and port of some brokers, separated by commas.</summary>
    public required string BootstrapServers { get; init; }

    /// <summary>The client's name in brokers' logs and quotas.</summary>
    public required string ClientId { get; init; }

    /// <summary>Further properties of librdkafka by their own names, such as <c>security.protocol</c>; they may be secrets.</summary>
    public IReadOnlyDictionary<string, string> Properties { get; init; } = new Dictionary<string, string>();

    /// <summary>The account by which the broker knows the client, for messages; a name is not secret.</summary>
    internal string Account =>
        Properties.TryGetValue("sasl.username", out var name) ? $"User:{name}" : $"the account of the client {ClientId}";

    /// <summary>The client would wait up to ten seconds between two attempts to reach a broker that was away.</summary>
    private const string ReconnectMilliseconds = "2000";

    /// <summary>All properties, by librdkafka's names.</summary>
    /// <param name="own">The properties that a consumer or a producer sets itself; they take precedence.</param>
    internal Dictionary<string, string> ToProperties(IEnumerable<KeyValuePair<string, string>> own)
    {
        var properties = new Dictionary<string, string>(Properties)
        {
            ["bootstrap.servers"] = BootstrapServers,
            ["client.id"] = ClientId,
            ["allow.auto.create.topics"] = "false",
        };
        if (!properties.ContainsKey("reconnect.backoff.ms"))
        {
            properties.TryAdd("reconnect.backoff.max.ms", ReconnectMilliseconds);
        }

        foreach (var (name, value) in own)
        {
            properties[name] = value;
        }

        return properties;
    }
}
