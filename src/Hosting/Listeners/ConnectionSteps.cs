using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Hosting.Listeners;

internal static class ConnectionSteps
{
    /// <summary>Adds a step to every connection of a listener, over TCP and over QUIC: Kestrel has a pipeline for each.</summary>
    /// <param name="listen">The listener.</param>
    /// <param name="serve">Gets the connection and the next step.</param>
    public static void UseStep(this ListenOptions listen, Func<BaseConnectionContext, Func<Task>, Task> serve)
    {
        listen.Use(next => connection => serve(connection, () => next(connection)));
        ((IMultiplexedConnectionBuilder)listen).Use(next => connection => serve(connection, () => next(connection)));
    }
}
