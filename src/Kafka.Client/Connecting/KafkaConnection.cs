namespace Kafka.Client.Connecting;

/// <summary>Which cluster, and how to log in there.</summary>
public sealed record KafkaConnection
{
    /// <summary>Host and port of some brokers, separated by commas.</summary>
    public required string BootstrapServers { get; init; }

    /// <summary>What brokers call the client in their logs and quotas.</summary>
    public required string ClientId { get; init; }

    /// <summary>Further properties of librdkafka by their names there, such as <c>security.protocol</c>; they may be secrets.</summary>
    public IReadOnlyDictionary<string, string> Properties { get; init; } = new Dictionary<string, string>();

    /// <summary>Whom the broker takes the client for, as sentences have it: a name is no secret.</summary>
    internal string Account =>
        Properties.TryGetValue("sasl.username", out var name) ? $"User:{name}" : $"the account of the client {ClientId}";

    /// <summary>All of it as librdkafka names it.</summary>
    /// <param name="own">What a consumer or a producer decides itself; it wins.</param>
    internal Dictionary<string, string> ToProperties(IEnumerable<KeyValuePair<string, string>> own)
    {
        var properties = new Dictionary<string, string>(Properties)
        {
            ["bootstrap.servers"] = BootstrapServers,
            ["client.id"] = ClientId,
            ["allow.auto.create.topics"] = "false",
        };
        foreach (var (name, value) in own)
        {
            properties[name] = value;
        }

        return properties;
    }
}
