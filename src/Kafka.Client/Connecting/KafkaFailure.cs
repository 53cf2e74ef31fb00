using Confluent.Kafka;

namespace Kafka.Client.Connecting;

/// <summary>Explains errors to the person who runs the service.</summary>
public static class KafkaFailure
{
    /// <returns>Whether the exception is Kafka's, and not a bug.</returns>
    public static bool IsExpected(Exception exception) => exception is KafkaException or TimeoutException;

    public static string Sentence(Exception exception) => exception is KafkaException kafka ? Sentence(kafka.Error) : exception.Message;

    public static bool IsTopicMissing(ErrorCode code) =>
        code is ErrorCode.UnknownTopicOrPart or ErrorCode.Local_UnknownTopic or ErrorCode.Local_UnknownPartition;

    /// <returns>Whether another client of the same name took over.</returns>
    public static bool IsFenced(ErrorCode code) => code is ErrorCode.Local_Fenced or ErrorCode.ProducerFenced
        or ErrorCode.InvalidProducerEpoch or ErrorCode.FencedInstanceId;

    public static string Sentence(Error error) => error.Code switch
    {
        var code when IsTopicMissing(code) =>
            $"The topic is missing: create it, or name another ({error.Reason})",
        ErrorCode.TopicAuthorizationFailed or ErrorCode.GroupAuthorizationFailed or ErrorCode.ClusterAuthorizationFailed
            or ErrorCode.TransactionalIdAuthorizationFailed =>
            $"The broker's access rules forbid it: allow the account to read its topics and group, and to write its own ({error.Reason})",
        ErrorCode.SaslAuthenticationFailed or ErrorCode.Local_Authentication => $"The broker refuses the credentials ({error.Reason})",
        ErrorCode.Local_AllBrokersDown or ErrorCode.Local_Transport or ErrorCode.Local_Resolve or ErrorCode.Local_TimedOut =>
            $"The broker does not answer ({error.Reason})",
        var code when IsFenced(code) =>
            $"Another instance has the same name and took over: give each its own name ({error.Reason})",
        _ => $"Kafka: {error.Reason} ({error.Code})",
    };
}
