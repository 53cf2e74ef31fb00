using Load.Measuring.Findings;
using Load.Statistics;
using Spectre.Console;

namespace Load.Reports;

/// <summary>The report on the console when the run is over: the table, the notes beside it, and the findings.</summary>
internal static class ConsoleReport
{
    /// <summary>A table is never wrapped: output that goes into a file or a log has no width of its own.</summary>
    private const int Width = 200;

    /// <param name="console">A terminal gets the columns that fit; a file gets them all.</param>
    /// <param name="report">What was measured.</param>
    /// <param name="folder">Where it lies.</param>
    public static void Write(IAnsiConsole console, RunReport report, string folder)
    {
        if (!console.Profile.Out.IsTerminal)
        {
            console.Profile.Width = Math.Max(console.Profile.Width, Width);
        }

        foreach (var judgement in Reservations.Of(report.Result))
        {
            console.WriteLine(judgement, new Style(Color.Yellow));
        }

        var whole = Tables.Summary(report).Text(report.Result.Compared.Name);
        var table = Fitting(console, whole);
        Write(console, table);
        if (table.Headings.Count < whole.Headings.Count)
        {
            console.WriteLine(
                $"{Format.Count(whole.Headings.Count - table.Headings.Count, "column")} did not fit this terminal; " +
                "report.html and summary.md have all.");
        }

        foreach (var note in Notes.Of(report))
        {
            console.WriteLine(note);
        }

        foreach (var section in report.Findings)
        {
            console.WriteLine();
            console.Write(new Text(section.Title, new Style(decoration: Decoration.Bold)));
            console.WriteLine();
            console.WriteLine(section.Explanation);
            Write(console, Fitting(console, section.Table));
            foreach (var sentence in section.Sentences)
            {
                console.WriteLine(sentence);
            }
        }

        console.WriteLine();
        console.Write(new Text("Answer", new Style(decoration: Decoration.Bold)));
        console.WriteLine();
        foreach (var sentence in report.Answer)
        {
            console.WriteLine(sentence.Text);
        }

        if (report.Gates.Count > 0)
        {
            var missed = report.Gates.Where(gate => !gate.IsKept).ToArray();
            console.WriteLine($"{report.Gates.Count - missed.Length} of {report.Gates.Count} bounds kept.");
            foreach (var gate in missed)
            {
                console.WriteLine($"{gate}", new Style(Color.Red));
            }
        }

        if (report.Unwritten is null)
        {
            console.WriteLine($"Results: {folder}");
        }
    }

    private static TextTable Fitting(IAnsiConsole console, TextTable whole) =>
        console.Profile.Out.IsTerminal ? FittingTable.Of(whole, console.Profile.Width) : whole;

    private static void Write(IAnsiConsole console, TextTable text)
    {
        var table = new Table { Border = TableBorder.Simple };
        foreach (var heading in text.Headings)
        {
            table.AddColumn(new TableColumn(new Text(heading.Whole))
            {
                Alignment = heading.IsText ? Justify.Left : Justify.Right,
                NoWrap = true,
                Padding = new Padding(0, 0, 0, 0),
            });
        }

        foreach (var line in text.Lines)
        {
            var style = line.Tone switch
            {
                LineTone.Failed => new Style(Color.Red),
                LineTone.Void => new Style(Color.Grey),
                _ => Style.Plain,
            };
            table.AddRow(line.Cells.Select(cell => new Text(cell, style)));
        }

        var width = console.Profile.Width;
        if (!console.Profile.Out.IsTerminal)
        {
            console.Profile.Width = Math.Max(width, FittingTable.Width(text)); // for this table; sentences keep theirs
        }

        console.Write(table);
        console.Profile.Width = width;
    }
}
