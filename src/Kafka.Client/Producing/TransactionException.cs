namespace Kafka.Client.Producing;

/// <summary>A transaction was not committed, or its outcome is unknown.</summary>
/// <param name="message">For the person who runs the service.</param>
/// <param name="isUnknown">
/// The answer to the commit is missing: the group's committed offsets show whether it was made, or, without offsets, <see
/// cref="TransactionalProducer.WasMade"/>.
/// </param>
/// <param name="innerException">Kafka's exception.</param>
public sealed class TransactionException(string message, bool isUnknown, Exception innerException) : IOException(message, innerException)
{
    public bool IsUnknown => isUnknown;

    public TransactionFault Fault { get; init; }
}

/// <summary>Whether the same transaction may succeed later.</summary>
public enum TransactionFault
{
    /// <summary>It may: the broker is away or busy, or a person has to allow something.</summary>
    ForNow,

    /// <summary>There is no such topic.</summary>
    TopicMissing,

    /// <summary>The broker never takes these records.</summary>
    Refused,

    /// <summary>
    /// Another producer of the same name took over; or the broker ended the transaction, because it could not be reached for so long.
    /// </summary>
    Fenced,
}
