using Elastic.Transport;

namespace Elasticsearch.Client.Transport;

/// <summary>
/// One address, and whether it is alive. Failures count until a request succeeds. The package's own nodes do not serve: they die of a
/// caller who gives up, and come back to life at a caller's expense.
/// </summary>
internal sealed class ClusterNode
{
    // One late or torn response may be chance; three in a row are not.
    private const int FailuresToDie = 3;
    private int _failures;

    public ClusterNode(Uri address)
    {
        Address = address.AbsoluteUri.TrimEnd('/');
        Request = new RequestConfiguration { ForceNode = address };
        Lines = new RequestConfiguration { ForceNode = address, ContentType = "application/vnd.elasticsearch+x-ndjson" };
    }

    public string Address { get; }

    /// <summary>Sends a request to this node.</summary>
    public RequestConfiguration Request { get; }

    /// <summary>The same for a body of several lines of JSON.</summary>
    public RequestConfiguration Lines { get; }

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
