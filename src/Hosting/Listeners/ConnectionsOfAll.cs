using Microsoft.AspNetCore.Connections;

namespace Hosting.Listeners;

/// <summary>
/// Closes connections beyond the host's limit, over all listeners and both transports together: Kestrel's own limit counts each of these
/// separately.
/// </summary>
/// <param name="limit">Connections at once.</param>
/// <param name="closed">Is told of each closed connection.</param>
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
