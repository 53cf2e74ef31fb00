using Load.Measuring.Findings;

namespace Load.Reports;

/// <summary>A table for a terminal of a width: a wrapped line cannot be read, so columns that say least go first.</summary>
internal static class FittingTable
{
    /// <summary>The first goes first; columns that are not named stay until all of these are gone, and then go from the right.</summary>
    private static readonly string[] Dispensable =
    [
        "lab µs", "refused p50 ms", "max ms", "p95 ms", "MB/s", "CPU ms/GB", "dropped", "achieved", "timed out", "mean ms",
        "refused p99 ms", "good/s", "p99 due ms", "offered", "p50 ms",
    ];

    /// <summary>What most rows are measured for, and whether it counts: these go last.</summary>
    private static readonly string[] Essential = ["CPU µs/", "void"];

    /// <summary>Enough to tell rows apart.</summary>
    private const int MinColumns = 3;

    private const int Gap = 2;

    public static TextTable Of(TextTable table, int width)
    {
        var kept = Enumerable.Range(0, table.Headings.Count).ToList();
        foreach (var name in Dispensable)
        {
            if (Width(table, kept) <= width)
            {
                break;
            }

            kept.RemoveAll(column => table.Headings[column].Whole == name);
        }

        while (Width(table, kept) > width && kept.Count > MinColumns)
        {
            var last = kept.FindLastIndex(column => !Essential.Any(table.Headings[column].Whole.StartsWith));
            kept.RemoveAt(last < MinColumns ? kept.Count - 1 : last);
        }

        return kept.Count == table.Headings.Count ? table : new TextTable(
            [.. kept.Select(column => table.Headings[column])],
            [.. table.Lines.Select(line => line with { Cells = [.. kept.Select(column => line.Cells[column])] })]);
    }

    /// <summary>The columns that Spectre needs: a blank on either side of each column of the table, and one at either end.</summary>
    public static int Width(TextTable table) => Width(table, [.. Enumerable.Range(0, table.Headings.Count)]);

    private static int Width(TextTable table, IReadOnlyList<int> columns) => Gap + columns.Sum(column =>
        1 + Math.Max(table.Headings[column].Whole.Length, table.Lines.Select(line => line.Cells[column].Length).DefaultIfEmpty().Max()));
}
