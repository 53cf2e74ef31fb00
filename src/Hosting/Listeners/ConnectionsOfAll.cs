using Microsoft.AspNetCore.Connections;

namespace Hosting.Listeners;

/// <summary>
/// Closes connections beyond those that a host may have, over all of its listeners and both transports: Kestrel's own limit counts each of
/// these by itself.
/// </summary>
/// <param name="limit">Connections at once.</param>
/// <param name="closed">Hears of each that is closed.</param>
internal sealed class ConnectionsOfAll(int limit, Action closed)
{
    private int _open;

    /// <summary>For <see cref="ConnectionSteps.UseStep"/>.</summary>
    public async Task ServeAsync(BaseConnectionContext connection, Func<Task> next)
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
                closed();
            }
        }
        finally
        {
            Interlocked.Decrement(ref _open);
        }
    }
}
