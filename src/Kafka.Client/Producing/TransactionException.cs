namespace Kafka.Client.Producing;

/// <summary>A transaction was not committed, as far as anybody knows.</summary>
/// <param name="message">For the person who runs the service.</param>
/// <param name="isUnknown">
/// The answer to the commit is missing: the offsets that the group has committed tell whether it was made, or, where it had none,
/// <see cref="TransactionalProducer.WasMade"/>.
/// </param>
/// <param name="innerException">Kafka's own.</param>
public sealed class TransactionException(string message, bool isUnknown, Exception innerException) : IOException(message, innerException)
{
    public bool IsUnknown => isUnknown;
}
