namespace Analyzer.Storage.Elasticsearch.Transport;

/// <summary>One address, and whether it is worth asking. Failures count until something succeeds.</summary>
internal sealed class Node(Uri address)
{
    // One answer that is late or torn may be chance; a third in a row is not.
    private const int FailuresToDie = 3;
    private int _failures;

    public string Address { get; } = address.AbsoluteUri.TrimEnd('/');

    public bool IsAlive => Volatile.Read(ref _failures) < FailuresToDie;

    public void Succeeded() => Volatile.Write(ref _failures, 0);

    /// <param name="unreachable">Nobody listens there: there is no doubt.</param>
    /// <returns>True when it died of this one.</returns>
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
