using System.Net;
using Hosting.Limits;
using Journal.Features.Settings;
using Microsoft.Extensions.Options;

namespace Journal.Features.Tcp;

/// <summary>
/// Counts the connections of all stream listeners. Because silence between two messages is allowed, one client could hold all of them at no
/// cost: it may have half. A program on this machine may have more, because it may have many clients itself.
/// </summary>
internal sealed class ConnectionLimit(IOptions<JournalOptions> options)
{
    private readonly int _ofAll = options.Value.MaxConnections;
    private readonly int _ofEach = Math.Max(1, options.Value.MaxConnections / 2);
    private readonly ClientCounts _clients = new();
    private int _open;

    /// <param name="sender">The other end of the connection.</param>
    /// <returns>False when there are too many; true when it counts until <see cref="Leave"/>.</returns>
    public bool TryEnter(EndPoint? sender)
    {
        var open = Interlocked.Increment(ref _open);
        var own = ClientOf(sender) is { } client ? _clients.Enter(client) : 0;
        if (open <= _ofAll && own <= _ofEach)
        {
            return true;
        }

        Leave(sender);
        return false;
    }

    public void Leave(EndPoint? sender)
    {
        Interlocked.Decrement(ref _open);
        if (ClientOf(sender) is { } client)
        {
            _clients.Leave(client);
        }
    }

    private static string? ClientOf(EndPoint? sender) =>
        sender is IPEndPoint { Address: var address } && !IPAddress.IsLoopback(address) ? ClientName.Of(address) : null;
}
