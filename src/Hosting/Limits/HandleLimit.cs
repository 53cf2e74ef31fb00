using System.Globalization;

namespace Hosting.Limits;

/// <summary>How many handles this process may have open.</summary>
public static class HandleLimit
{
    private const string Limits = "/proc/self/limits";
    private const string Row = "Max open files";

    /// <param name="path">Where Linux says it; no other system has this file.</param>
    /// <returns>Null if the system does not say.</returns>
    public static int? Read(string path = Limits) => File.Exists(path) ? Parse(File.ReadLines(path)) : null;

    /// <summary>
    /// Connections that a program may hold at once: at most half of the handles. The others are for everything else that it opens, and for
    /// connections that are being closed.
    /// </summary>
    /// <param name="wanted">How many connections it would like to hold.</param>
    /// <param name="limit">Handles; null for no limit.</param>
    public static int Bound(int wanted, int? limit) => Math.Min(wanted, limit / 2 ?? int.MaxValue);

    /// <param name="lines">The lines of Linux's table: a name, the current limit, the hard limit, the unit.</param>
    /// <returns>Null if there is no limit.</returns>
    public static int? Parse(IEnumerable<string> lines)
    {
        var columns = lines.FirstOrDefault(line => line.StartsWith(Row, StringComparison.Ordinal))?[Row.Length..]
            .Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return columns is [var soft, ..] && int.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit)
            ? limit
            : null;
    }
}
