using Spectre.Console;

namespace Load.Comparing;

/// <summary>A comparison on the console.</summary>
internal static class ComparisonView
{
    /// <summary>The table is never wrapped: output that goes into a file or a log has no width of its own.</summary>
    private const int Width = 160;

    public static void Write(IAnsiConsole console, Comparison comparison)
    {
        console.Profile.Width = Math.Max(console.Profile.Width, Width);
        console.WriteLine($"{comparison.Before} (first) against {comparison.After} (second)");
        var table = new Table { Border = TableBorder.Simple };
        for (var column = 0; column < ComparisonTable.Headings.Count; column++)
        {
            table.AddColumn(new TableColumn(new Text(ComparisonTable.Headings[column]))
            {
                Alignment = ComparisonTable.IsText(column) ? Justify.Left : Justify.Right,
                NoWrap = true,
            });
        }

        foreach (var (verdict, cells) in ComparisonTable.Lines(comparison))
        {
            table.AddRow(cells.Select(cell => new Text(cell, Style(verdict))));
        }

        console.Write(table);
        foreach (var note in ComparisonNotes.Of(comparison))
        {
            console.WriteLine(note);
        }
    }

    private static Style Style(ChangeVerdict verdict) => verdict switch
    {
        ChangeVerdict.Worse => new Style(Color.Red),
        ChangeVerdict.Better => new Style(Color.Green),
        _ => Spectre.Console.Style.Plain,
    };
}
