using System.Globalization;

namespace Load.Machine;

/// <summary>How many files and sockets this process may have open at once.</summary>
internal static class OpenFileLimit
{
    private const string Limits = "/proc/self/limits";
    private const string Row = "Max open files";

    /// <summary>The limit that holds; the greatest number where there is none, or none is known.</summary>
    public static int Current { get; } = File.Exists(Limits) ? Read(File.ReadLines(Limits)) : int.MaxValue;

    /// <param name="limits">The lines of Linux's table: a name, the limit that holds, the hard one, the unit.</param>
    public static int Read(IEnumerable<string> limits)
    {
        var row = limits.FirstOrDefault(line => line.StartsWith(Row, StringComparison.Ordinal)) ?? Row;
        var soft = row[Row.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault();
        return int.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) ? limit : int.MaxValue;
    }
}
