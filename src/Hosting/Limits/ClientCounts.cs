using System.Collections.Concurrent;

namespace Hosting.Limits;

/// <summary>Counts something per client. A client with a count of 0 is forgotten, so that clients do not accumulate.</summary>
public sealed class ClientCounts
{
    private readonly ConcurrentDictionary<string, int> _counts = new(StringComparer.Ordinal);

    /// <param name="client">The client, by <see cref="ClientName"/>.</param>
    /// <returns>The client's count now. <see cref="Leave"/> lowers it again.</returns>
    public int Enter(string client) => _counts.AddOrUpdate(client, 1, static (_, count) => count + 1);

    public void Leave(string client)
    {
        if (_counts.AddOrUpdate(client, 0, static (_, count) => count - 1) == 0)
        {
            _counts.TryRemove(KeyValuePair.Create(client, 0));
        }
    }
}
