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
}
