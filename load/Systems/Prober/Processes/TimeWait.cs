namespace Load.Systems.Prober.Processes;

/// <summary>Connections that this machine has closed, and whose ports it still keeps.</summary>
internal static class TimeWait
{
    private const string Table = "/proc/net/tcp";
    private const string State = "06";

    /// <summary>
    /// The sockets whose other end is a given port: on loopback the prober's and the farm's ends are in one table. Null where
    /// the system has no such table.
    /// </summary>
    public static long? Count(int remotePort)
    {
        if (!File.Exists(Table))
        {
            return null;
        }

        var port = $":{remotePort:X4}";
        return File.ReadLines(Table).Skip(1)
            .Select(line => line.Split(' ', 5, StringSplitOptions.RemoveEmptyEntries))
            .LongCount(columns => columns.Length > 3 && columns[2].EndsWith(port, StringComparison.Ordinal)
                && columns[3].StartsWith(State, StringComparison.Ordinal));
    }
}
