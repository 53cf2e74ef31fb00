using Load.Results;
using Spectre.Console;

namespace Load.Reports;

/// <summary>What a person sees when the run is over.</summary>
internal static class ConsoleReport
{
    /// <summary>The table is never wrapped: output that goes into a file or a log has no width of its own.</summary>
    private const int Width = 150;

    public static void Write(IAnsiConsole console, RunResult result, string folder)
    {
        console.Profile.Width = Math.Max(console.Profile.Width, Width);
        var table = new Table { Border = TableBorder.Simple };
        for (var column = 0; column < SummaryTable.Headings.Count; column++)
        {
            table.AddColumn(new TableColumn(new Text(SummaryTable.Headings[column]))
            {
                Alignment = SummaryTable.IsText(column) ? Justify.Left : Justify.Right,
                NoWrap = true,
                Padding = new Padding(0, 0, 0, 0),
            });
        }

        foreach (var row in result.Rows)
        {
            var style = row is { Failed: 0, TimedOut: 0 } ? Style.Plain : new Style(Color.Red);
            table.AddRow(SummaryTable.Cells(row).Select(cell => new Text(cell, style)));
        }

        console.Write(table);
        foreach (var note in Notes.Of(result))
        {
            console.WriteLine(note);
        }

        console.WriteLine($"Results: {folder}");
    }
}
