using System.Globalization;

namespace Hosting.Limits;

/// <summary>How many handles this process may have open.</summary>
public static class HandleLimit
{
    private const string Limits = "/proc/self/limits";
    private const string Row = "Max open files";

    /// <returns>Null where the system does not say.</returns>
    public static int? Read() => File.Exists(Limits) ? Parse(File.ReadLines(Limits)) : null;

    /// <summary>
    /// Connections that a program may hold at once: half of the handles at most. The others are for all else that it opens, and for
    /// connections that are being closed.
    /// </summary>
    /// <param name="wanted">How many it would hold.</param>
    /// <param name="limit">Handles; null for no limit.</param>
    public static int Bound(int wanted, int? limit) => Math.Min(wanted, limit / 2 ?? int.MaxValue);

    /// <param name="lines">Linux's table: a name, the limit that holds, the hard one, the unit.</param>
    /// <returns>Null where there is no limit.</returns>
    public static int? Parse(IEnumerable<string> lines)
    {
        var columns = lines.FirstOrDefault(line => line.StartsWith(Row, StringComparison.Ordinal))?[Row.Length..]
            .Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return columns is [var soft, ..] && int.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit)
            ? limit
            : null;
    }
}
