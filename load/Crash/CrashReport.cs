using Spectre.Console;

namespace Load.Crash;

/// <summary>What a person sees when the run is over: a row per fault, then what went wrong, one sentence each.</summary>
internal static class CrashReport
{
    private const int Width = 160;
    private const int FaultsToShow = 20;

    private static readonly (string Heading, Func<CrashResult, string> Cell)[] Columns =
    [
        ("fault", result => result.Fault),
        ("rounds", result => $"{result.Rounds}/{result.Planned}"),
        ("acknowledged", result => Units.Count(result.Tally.Acknowledged)),
        ("reports", result => Units.Count(result.Reports)),
        ("refused", result => Units.Count(result.Tally.Refused)),
        ("cut off", result => Units.Count(result.Tally.CutOff)),
        ("read back", result => Units.Count(result.Tally.ReadBack)),
        ("lost", result => Units.Count(result.Tally.Lost)),
        ("duplicated", result => Units.Count(result.Tally.Duplicated)),
        ("wrong", result => Units.Count(result.Tally.Wrong)),
        ("slowest answer", result => $"{Units.Milliseconds(result.Tally.Slowest)} ms"),
        ("full rate after", result => result.Tally.Recovery is { } recovery ? $"{Units.Milliseconds(recovery)} ms" : "-"),
    ];

    public static void Write(IAnsiConsole console, IReadOnlyList<CrashResult> results)
    {
        console.Profile.Width = Math.Max(console.Profile.Width, Width);
        var table = new Table { Border = TableBorder.Simple };
        foreach (var (heading, _) in Columns)
        {
            table.AddColumn(new TableColumn(new Text(heading)) { Alignment = Justify.Right, NoWrap = true });
        }

        foreach (var result in results)
        {
            var style = result.Succeeded ? Style.Plain : new Style(Color.Red);
            table.AddRow(Columns.Select(column => new Text(column.Cell(result), style)));
        }

        console.Write(table);
        foreach (var result in results)
        {
            foreach (var fault in result.Tally.Faults.Take(FaultsToShow))
            {
                console.WriteLine($"{result.Fault}: {fault}");
            }

            if (result.Tally.Faults.Count > FaultsToShow)
            {
                console.WriteLine($"{result.Fault}: and {result.Tally.Faults.Count - FaultsToShow} more");
            }
        }
    }
}
