using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Connections;

namespace Hosting.Listeners;

/// <summary>Closes connections of an address that has as many as it may, before anything of them is read.</summary>
internal sealed class ConnectionsEach(int limit)
{
    private readonly ConcurrentDictionary<IPAddress, int> _open = [];

    public ConnectionDelegate Limit(ConnectionDelegate next) => connection =>
        connection.RemoteEndPoint is IPEndPoint { Address: var address } ? ServeAsync(next, connection, address) : next(connection);

    private async Task ServeAsync(ConnectionDelegate next, ConnectionContext connection, IPAddress address)
    {
        try
        {
            if (_open.AddOrUpdate(address, 1, static (_, open) => open + 1) <= limit)
            {
                await next(connection);
            }
            else
            {
                connection.Abort();
            }
        }
        finally
        {
            // Forgotten with its last connection, so that addresses do not pile up.
            if (_open.AddOrUpdate(address, 0, static (_, open) => open - 1) == 0)
            {
                _open.TryRemove(KeyValuePair.Create(address, 0));
            }
        }
    }
}
