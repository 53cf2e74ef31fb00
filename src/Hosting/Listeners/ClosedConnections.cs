using Hosting.Logging;
using Hosting.Settings;

namespace Hosting.Listeners;

/// <summary>Says in the log that a limit closes connections: whoever connects sees no more of it than a reset.</summary>
internal sealed partial class ClosedConnections(HostDescription host, TimeProvider time, ILogger<ClosedConnections> log)
{
    private readonly LineAMinute _line = new(time);

    /// <summary>A connection was closed. One line a minute, however many are.</summary>
    /// <param name="setting">The limit's, without the host's section.</param>
    /// <param name="limit">So many may be open.</param>
    public void Tell(string setting, int limit)
    {
        if (_line.IsDue())
        {
            Log.Closed(log, limit, host.Key(setting));
        }
    }

    private static partial class Log
    {
        [LoggerMessage(23, LogLevel.Warning, "Connections beyond {Limit} are closed as they come: so many may be open, by {Setting}.")]
        public static partial void Closed(ILogger logger, int limit, string setting);
    }
}
