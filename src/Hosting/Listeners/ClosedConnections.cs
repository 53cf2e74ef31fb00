using Hosting.Logging;
using Hosting.Settings;

namespace Hosting.Listeners;

/// <summary>Logs that a limit closes connections: their clients only see a reset.</summary>
internal sealed partial class ClosedConnections(HostDescription host, TimeProvider time, ILogger<ClosedConnections> log)
{
    private readonly LineAMinute _line = new(time);

    /// <summary>A connection was closed. The log gets at most one line a minute.</summary>
    /// <param name="setting">The setting of the limit, without the host's section.</param>
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
        [LoggerMessage(23, LogLevel.Warning, "Connections beyond {Limit} are closed: {Setting} allows no more.")]
        public static partial void Closed(ILogger logger, int limit, string setting);
    }
}
