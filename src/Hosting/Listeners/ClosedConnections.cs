using Hosting.Logging;

namespace Hosting.Listeners;

/// <summary>Logs that a limit closes connections: their clients only see a reset.</summary>
internal sealed partial class ClosedConnections(TimeProvider time, ILogger<ClosedConnections> log)
{
    private readonly LineAMinute _line = new(time);

    /// <summary>A connection was closed. The log gets at most one line a minute.</summary>
    /// <param name="limit">So many may be open.</param>
    /// <param name="reason">What allows no more: a setting, or the system.</param>
    public void Tell(int limit, string reason)
    {
        if (_line.IsDue())
        {
            Log.Closed(log, limit, reason);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(23, LogLevel.Warning, "Connections beyond {Limit} are closed: {Reason} allows no more.")]
        public static partial void Closed(ILogger logger, int limit, string reason);
    }
}
