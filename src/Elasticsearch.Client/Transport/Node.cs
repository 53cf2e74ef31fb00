namespace Elasticsearch.Client.Transport;

/// <summary>One address, and whether it is alive. Failures count until a request succeeds.</summary>
internal sealed class Node(Uri address)
{
    // One late or torn response may be chance; three in a row are not.
    private const int FailuresToDie = 3;
    private int _failures;

    public string Address { get; } = address.AbsoluteUri.TrimEnd('/');

    public bool IsAlive => Volatile.Read(ref _failures) < FailuresToDie;

    public void Succeeded() => Volatile.Write(ref _failures, 0);

    /// <param name="unreachable">Nobody listens at the address: one such failure is enough.</param>
    /// <returns>Whether the node died of this failure.</returns>
    public bool Failed(bool unreachable)
    {
        while (true)
        {
            var before = Volatile.Read(ref _failures);
            var after = unreachable ? FailuresToDie : Math.Min(before + 1, FailuresToDie);
            if (Interlocked.CompareExchange(ref _failures, after, before) == before)
            {
                return before < FailuresToDie && after == FailuresToDie;
            }
        }
    }
}
