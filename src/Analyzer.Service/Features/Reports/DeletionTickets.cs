using Analyzer.Core;

namespace Analyzer.Service.Features.Reports;

/// <summary>
/// Keeps deleted reports out of the cache. Before a request to the store, take a ticket. The result may be cached only if that report was
/// not deleted in between, because the result could be older. Reports share tickets by their hash, so now and then one is not cached
/// because another was deleted.
/// </summary>
internal sealed class DeletionTickets(TimeProvider time)
{
    private const int Count = 1024;

    /// <summary>
    /// How long nothing is cached after a failed deletion: a hanging store, or a lagging cluster, may still carry it out.
    /// </summary>
    private static readonly TimeSpan Doubt = TimeSpan.FromMinutes(10);

    private readonly Lock _lock = new();
    private readonly int[] _tickets = new int[Count];
    private readonly DateTimeOffset[] _inDoubt = new DateTimeOffset[Count];

    public int Take(FileId id) => Volatile.Read(ref _tickets[Place(id)]);

    /// <summary>A report was deleted, or may have been.</summary>
    /// <param name="certain">False when the store failed.</param>
    /// <param name="forget">Removes it from the cache.</param>
    public void Deleted(FileId id, bool certain, Action forget)
    {
        lock (_lock)
        {
            _tickets[Place(id)]++;
            if (!certain)
            {
                _inDoubt[Place(id)] = time.GetUtcNow() + Doubt;
            }

            forget();
        }
    }

    /// <summary>Caches a report, unless it may have been deleted since the ticket was taken.</summary>
    public void Keep(FileId id, int ticket, Action cache)
    {
        lock (_lock)
        {
            if (_tickets[Place(id)] == ticket && _inDoubt[Place(id)] <= time.GetUtcNow())
            {
                cache();
            }
        }
    }

    private static int Place(FileId id) => id.GetHashCode() & (Count - 1);
}
