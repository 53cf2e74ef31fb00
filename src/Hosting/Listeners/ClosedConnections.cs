using Hosting.Settings;

namespace Hosting.Listeners;

/// <summary>Says in the log that a limit closes connections: whoever connects sees no more of it than a reset.</summary>
internal sealed partial class ClosedConnections(HostDescription host, TimeProvider time, ILogger<ClosedConnections> log)
{
    private static readonly TimeSpan BetweenLines = TimeSpan.FromMinutes(1);

    private long _told;

    /// <summary>A connection was closed. One line a minute, however many are.</summary>
    /// <param name="setting">The limit's, without the host's section.</param>
    /// <param name="limit">So many may be open.</param>
    public void Tell(string setting, int limit)
    {
        var (told, now) = (Volatile.Read(ref _told), time.GetTimestamp());
        if ((told == 0 || time.GetElapsedTime(told, now) > BetweenLines) && Interlocked.CompareExchange(ref _told, now, told) == told)
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
