using System.Globalization;

namespace Load.Results.Csv;

/// <summary>
/// The PDH-CSV format that perfmon (Performance Monitor), relog and typeperf read: a first column of times, and for each counter a column
/// headed by its path, every cell in quotes.
/// </summary>
internal static class PdhCsv
{
    /// <summary>Format, zone as Windows names it, and by how many minutes it is behind UTC. Programs look for <c>Time)(</c>.</summary>
    public const string TimeHeading = "(PDH-CSV 4.0) (Coordinated Universal Time)(0)";

    /// <summary>That of older labs.</summary>
    private const string OlderTimeHeading = "(PDH-CSV 4.0) (UTC)(0)";

    private const string TimeFormat = "MM/dd/yyyy HH:mm:ss.fff";

    /// <summary>How perfmon writes that there was nothing to read.</summary>
    private const string Nothing = " ";

    /// <summary>
    /// <c>\\machine\object(instance)\counter</c>. Signs that have a meaning in a path do not occur in an instance
    /// (https://learn.microsoft.com/dotnet/api/system.diagnostics.performancecounter.instancename).
    /// </summary>
    public static string Path(string machine, string category, string instance, string counter) =>
        $@"\\{machine}\{category}({Plain(instance)})\{counter}";

    private static string Plain(string instance) =>
        instance.Replace('(', '[').Replace(')', ']').Replace('#', '_').Replace('\\', '_').Replace('/', '_');

    public static string Text(DateTimeOffset time) => time.UtcDateTime.ToString(TimeFormat, CultureInfo.InvariantCulture);

    /// <param name="value">Null when there was nothing to read.</param>
    public static string Text(double? value) => value?.ToString("0.###", CultureInfo.InvariantCulture) ?? Nothing;

    /// <summary>A line ends as Windows' own do, whichever system the lab runs on.</summary>
    public static void WriteLine(TextWriter output, IEnumerable<string> cells) =>
        output.Write($"{string.Join(',', cells.Select(cell => $"\"{cell}\""))}\r\n");

    public static string[] Cells(string line) => line.TrimEnd('\r').Trim('"').Split("\",\"");

    public static bool IsTimeHeading(string cell) => cell is TimeHeading or OlderTimeHeading;

    /// <exception cref="FormatException">It is none.</exception>
    public static DateTimeOffset ParseTime(string cell) =>
        DateTimeOffset.ParseExact(cell, TimeFormat, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);

    /// <exception cref="FormatException">It is neither a number nor blank.</exception>
    public static double? ParseValue(string cell) => cell == Nothing ? null : double.Parse(cell, CultureInfo.InvariantCulture);
}
