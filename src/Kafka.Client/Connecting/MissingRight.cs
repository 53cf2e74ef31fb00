using Confluent.Kafka;

namespace Kafka.Client.Connecting;

/// <summary>An access that the broker's rules forbid, and the missing right.</summary>
/// <param name="Right">The right's name in the rules, such as READ.</param>
/// <param name="On">The kind and name of the resource.</param>
/// <param name="Account">The account that lacks it.</param>
/// <param name="Reason">In the broker's words.</param>
public sealed record MissingRight(string Right, string On, string Account, string Reason)
{
    /// <summary>For the person who runs the service: what to do.</summary>
    public string Sentence => $"The broker's access rules forbid it: grant {Right} on {On} to {Account} ({Reason})";

    /// <returns>Whether the error is a denied access.</returns>
    public static bool IsOne(Error error) => error.Code is ErrorCode.TopicAuthorizationFailed or ErrorCode.GroupAuthorizationFailed
        or ErrorCode.TransactionalIdAuthorizationFailed or ErrorCode.ClusterAuthorizationFailed;

    /// <param name="error">The error of a reading client.</param>
    /// <param name="topics">The topics that it may concern.</param>
    /// <param name="group">The group of the client; null if it is not a member.</param>
    /// <param name="connection">The connection, which has the account.</param>
    /// <returns>Null when nothing is forbidden that a reader needs.</returns>
    public static MissingRight? OfReader(Error error, IReadOnlyCollection<string> topics, string? group, KafkaConnection connection) =>
        error.Code switch
        {
            ErrorCode.TopicAuthorizationFailed => new("READ", Topics(topics), connection.Account, error.Reason),
            ErrorCode.GroupAuthorizationFailed when group is not null =>
                new("READ", $"the group {group}", connection.Account, error.Reason),
            _ => null,
        };

    /// <returns>The topics, as part of a sentence.</returns>
    internal static string Topics(IEnumerable<string> topics)
    {
        string[] names = [.. topics.Distinct(StringComparer.Ordinal)];
        return $"{(names.Length == 1 ? "the topic" : "the topics")} {string.Join(", ", names)}";
    }
}
