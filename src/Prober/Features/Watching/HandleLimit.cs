using System.Globalization;

namespace Prober.Features.Watching;

/// <summary>How many handles this process may have open.</summary>
internal static class HandleLimit
{
    private const string Limits = "/proc/self/limits";
    private const string Row = "Max open files";

    /// <returns>Null where the system does not say.</returns>
    public static int? Read() => File.Exists(Limits) ? Parse(File.ReadLines(Limits)) : null;

    /// <summary>
    /// Probes that may be under way at once: half of the handles at most. The others are for the page, the history, and connections that
    /// are being closed.
    /// </summary>
    /// <param name="limit">Handles; null for no limit.</param>
    public static int Bound(int wanted, int? limit) => Math.Min(wanted, limit / 2 ?? int.MaxValue);

    public static int? Parse(IEnumerable<string> lines)
    {
        var columns = lines.FirstOrDefault(line => line.StartsWith(Row, StringComparison.Ordinal))?[Row.Length..]
            .Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return columns is [var soft, ..] && int.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit)
            ? limit
            : null;
    }
}
