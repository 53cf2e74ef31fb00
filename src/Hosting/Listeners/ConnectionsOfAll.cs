using Microsoft.AspNetCore.Connections;

namespace Hosting.Listeners;

/// <summary>
/// Closes connections beyond those that a host may have, over all of its listeners and both transports: Kestrel's own limit counts each of
/// these by itself.
/// </summary>
internal sealed class ConnectionsOfAll(int limit)
{
    private int _open;

    public ConnectionDelegate Limit(ConnectionDelegate next) => connection => ServeAsync(connection, () => next(connection));

    public MultiplexedConnectionDelegate Limit(MultiplexedConnectionDelegate next) => connection =>
        ServeAsync(connection, () => next(connection));

    private async Task ServeAsync(BaseConnectionContext connection, Func<Task> next)
    {
        try
        {
            if (Interlocked.Increment(ref _open) <= limit)
            {
                await next();
            }
            else
            {
                connection.Abort();
            }
        }
        finally
        {
            Interlocked.Decrement(ref _open);
        }
    }
}
