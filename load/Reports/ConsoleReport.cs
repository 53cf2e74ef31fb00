using Load.Measured;
using Spectre.Console;

namespace Load.Reports;

/// <summary>What a person sees when the run is over.</summary>
internal static class ConsoleReport
{
    /// <summary>The table is never wrapped: output that goes into a file or a log has no width of its own.</summary>
    private const int Width = 160;

    public static void Write(IAnsiConsole console, RunResult result, string folder)
    {
        console.Profile.Width = Math.Max(console.Profile.Width, Width);
        var summary = Tables.Summary(result.Rows);
        var table = new Table { Border = TableBorder.Simple };
        foreach (var column in summary.Columns)
        {
            table.AddColumn(new TableColumn(new Text(column.Heading))
            {
                Alignment = column.IsText ? Justify.Left : Justify.Right,
                NoWrap = true,
                Padding = new Padding(0, 0, 0, 0),
            });
        }

        foreach (var (row, cells) in summary.Rows)
        {
            var style = row is not { Failed: 0, TimedOut: 0 } ? new Style(Color.Red) : row.VoidReasons.Count > 0 ? new Style(Color.Grey) : Style.Plain;
            table.AddRow(cells.Select(cell => new Text(cell, style)));
        }

        console.Write(table);
        foreach (var note in Notes.Of(result))
        {
            console.WriteLine(note);
        }

        console.WriteLine($"Results: {folder}");
    }
}
