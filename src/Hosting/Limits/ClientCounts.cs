using System.Collections.Concurrent;

namespace Hosting.Limits;

/// <summary>How many of something each client has. One that has none is forgotten, so that clients do not pile up.</summary>
public sealed class ClientCounts
{
    private readonly ConcurrentDictionary<string, int> _counts = new(StringComparer.Ordinal);

    /// <param name="client">By <see cref="ClientName"/>.</param>
    /// <returns>How many it has now. <see cref="Leave"/> takes each back.</returns>
    public int Enter(string client) => _counts.AddOrUpdate(client, 1, static (_, count) => count + 1);

    public void Leave(string client)
    {
        if (_counts.AddOrUpdate(client, 0, static (_, count) => count - 1) == 0)
        {
            _counts.TryRemove(KeyValuePair.Create(client, 0));
        }
    }
}
