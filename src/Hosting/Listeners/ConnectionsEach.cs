using System.Net;
using Hosting.Limits;
using Microsoft.AspNetCore.Connections;

namespace Hosting.Listeners;

/// <summary>Closes further connections of a client that has as many as it may, before anything is read from them.</summary>
/// <param name="limit">Connections of one client.</param>
/// <param name="sparesLoopback">Whether programs on this machine may have more, because a proxy there has many clients.</param>
/// <param name="closed">Is told of each closed connection.</param>
internal sealed class ConnectionsEach(int limit, bool sparesLoopback, Action closed)
{
    private readonly ClientCounts _open = new();

    /// <summary>For <see cref="ConnectionSteps.UseStep"/>.</summary>
    public async Task ServeAsync(BaseConnectionContext connection, Func<Task> next)
    {
        if (connection.RemoteEndPoint is not IPEndPoint { Address: var address } || (sparesLoopback && IPAddress.IsLoopback(address)))
        {
            await next();
            return;
        }

        var client = ClientName.Of(address);
        try
        {
            if (_open.Enter(client) <= limit)
            {
                await next();
            }
            else
            {
                connection.Abort();
                closed();
            }
        }
        finally
        {
            _open.Leave(client);
        }
    }
}
