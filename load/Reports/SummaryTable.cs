using Load.Results;

namespace Load.Reports;

/// <summary>The table, once, for the console and for Markdown: headings and the cells of each row as text.</summary>
internal static class SummaryTable
{
    private static readonly (string Heading, Func<Row, string> Cell)[] Columns =
    [
        ("file", row => row.Cell.Operation.Name),
        ("size", row => row.Cell.Dimensions["size"]),
        ("at once", row => $"{row.Cell.Instances}"),
        ("over", row => row.Cell.Transport),
        ("req/s", row => Units.Digits(row.Rate?.Mean)),
        ("±", row => Units.Percent(row.Rate?.RelativeHalfWidth)),
        ("MB/s", row => Units.Digits(row.BytesPerSecond / 1e6)),
        ("mean", row => Units.Milliseconds(row.Latencies.Mean)),
        ("p50", row => Units.Milliseconds(row.Latencies.At(0.5)?.Value)),
        ("p95", row => Units.Milliseconds(row.Latencies.At(0.95)?.Value)),
        ("p99", row => Units.Milliseconds(row.Latencies.At(0.99)?.Value)),
        ("max", row => Units.Milliseconds(row.Latencies.Max)),
        ("failed", row => Units.Count(row.Failed)),
        ("timed out", row => Units.Count(row.TimedOut)),
        ("CPU µs/req", row => Units.Digits(row.ServiceCpuSecondsPerRequest?.Mean * 1e6)),
        ("CPU ms/GB", row => Units.Digits(row.ServiceCpuSecondsPerGigabyte * 1e3)),
        ("callers busy", row => Units.Percent(row.CallersBusy)),
    ];

    /// <summary>These columns hold words; the others hold numbers and stand to the right.</summary>
    public static bool IsText(int column) => Columns[column].Heading is "file" or "over";

    public static IReadOnlyList<string> Headings { get; } = [.. Columns.Select(column => column.Heading)];

    public static IReadOnlyList<string> Cells(Row row) => [.. Columns.Select(column => column.Cell(row))];
}
