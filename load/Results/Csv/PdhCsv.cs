using System.Globalization;

namespace Load.Results.Csv;

/// <summary>
/// The PDH-CSV format that perfmon (Performance Monitor), relog and typeperf read: a first column of times, and for each counter a column
/// headed by its path, every cell in quotes.
/// </summary>
internal static class PdhCsv
{
    public const string TimeHeading = "(PDH-CSV 4.0) (UTC)(0)";

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

    public static string Line(IEnumerable<string> cells) => string.Join(',', cells.Select(cell => $"\"{cell}\""));

    public static string[] Cells(string line) => line.Trim('"').Split("\",\"");

    /// <exception cref="FormatException">It is none.</exception>
    public static DateTimeOffset ParseTime(string cell) =>
        DateTimeOffset.ParseExact(cell, TimeFormat, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);

    /// <exception cref="FormatException">It is neither a number nor blank.</exception>
    public static double? ParseValue(string cell) => cell == Nothing ? null : double.Parse(cell, CultureInfo.InvariantCulture);
}
