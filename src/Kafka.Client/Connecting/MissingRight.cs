using Confluent.Kafka;

namespace Kafka.Client.Connecting;

/// <summary>What the broker's access rules forbid, and the right that is missing.</summary>
/// <param name="Right">As the rules call it, such as READ.</param>
/// <param name="On">The kind and the name of what it is a right on.</param>
/// <param name="Account">Who lacks it.</param>
/// <param name="Reason">In the broker's words.</param>
public sealed record MissingRight(string Right, string On, string Account, string Reason)
{
    /// <summary>For the person who runs the service: what to do.</summary>
    public string Sentence => $"The broker's access rules forbid it: grant {Right} on {On} to {Account} ({Reason})";

    /// <returns>Whether the error says that access rules forbid something.</returns>
    public static bool IsOne(Error error) => error.Code is ErrorCode.TopicAuthorizationFailed or ErrorCode.GroupAuthorizationFailed
        or ErrorCode.TransactionalIdAuthorizationFailed or ErrorCode.ClusterAuthorizationFailed;

    /// <param name="error">What a client reports that reads.</param>
    /// <param name="topics">Those that it may be about.</param>
    /// <param name="group">The group of the client; null where it is no member of one.</param>
    /// <param name="connection">Says whose account it is.</param>
    /// <returns>Null when nothing is forbidden that a reader needs.</returns>
    public static MissingRight? OfReader(Error error, IReadOnlyCollection<string> topics, string? group, KafkaConnection connection) =>
        error.Code switch
        {
            ErrorCode.TopicAuthorizationFailed => new("READ", Topics(topics), connection.Account, error.Reason),
            ErrorCode.GroupAuthorizationFailed when group is not null =>
                new("READ", $"the group {group}", connection.Account, error.Reason),
            _ => null,
        };

    /// <returns>As a sentence names them.</returns>
    internal static string Topics(IEnumerable<string> topics)
    {
        string[] names = [.. topics.Distinct(StringComparer.Ordinal)];
        return $"{(names.Length == 1 ? "the topic" : "the topics")} {string.Join(", ", names)}";
    }
}
