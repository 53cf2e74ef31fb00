using Load.Statistics;
using Spectre.Console;

namespace Crash.Faults;

/// <summary>The end of a run: a row for each fault, then a sentence for each kind of refusal and for each finding.</summary>
internal static class CrashReport
{
    private const int Width = 160;
    private const int FindingsToShow = 20;

    /// <param name="console">For the table.</param>
    /// <param name="entries">The plural of what the system acknowledges: a heading.</param>
    /// <param name="results">In the order of the table.</param>
    public static void Write(IAnsiConsole console, string entries, IReadOnlyList<CrashResult> results)
    {
        console.Profile.Width = Math.Max(console.Profile.Width, Width);
        var columns = Columns(entries);
        var table = new Table { Border = TableBorder.Simple };
        foreach (var (heading, _) in columns)
        {
            table.AddColumn(new TableColumn(new Text(heading)) { Alignment = Justify.Right, NoWrap = true });
        }

        foreach (var result in results)
        {
            var style = result.Succeeded ? Style.Plain : new Style(Color.Red);
            table.AddRow(columns.Select(column => new Text(column.Figure(result), style)));
        }

        console.Write(table);
        foreach (var result in results)
        {
            WriteFindings(console, result);
        }
    }

    private static (string Heading, Func<CrashResult, string> Figure)[] Columns(string entries) =>
    [
        ("fault", result => result.Fault),
        ("rounds", result => $"{result.Rounds}/{result.Planned}"),
        ("acknowledged", result => Format.Count(result.Counters.Acknowledged)),
        (entries, result => Format.Count(result.Entries)),
        ("refused", result => Format.Count(result.Counters.Refused)),
        ("cut off", result => Format.Count(result.Counters.CutOff)),
        ("read back", result => Format.Count(result.Counters.Verified)),
        ("lost", result => Format.Count(result.Counters.Lost)),
        ("duplicated", result => Format.Count(result.Counters.Duplicated)),
        ("wrong", result => Format.Count(result.Counters.Wrong)),
        ("slowest answer", result => $"{Format.Milliseconds(result.Counters.Slowest)} ms"),
        ("full rate after", result => result.Counters.Recovery is { } recovery ? Recovery(recovery) : "-"),
    ];

    private static string Recovery(TimeSpan recovery) =>
        $"{(recovery >= CrashRounds.RecoveryLimit ? "> " : "")}{Format.Milliseconds(recovery)} ms";

    private static void WriteFindings(IAnsiConsole console, CrashResult result)
    {
        foreach (var (what, count) in result.Counters.Refusals.OrderByDescending(refusal => refusal.Value))
        {
            console.WriteLine($"{result.Fault}: {Format.Count(count)} refused, {what}");
        }

        foreach (var finding in result.Counters.Findings.Take(FindingsToShow))
        {
            console.WriteLine($"{result.Fault}: {finding}");
        }

        if (result.Counters.Findings.Count > FindingsToShow)
        {
            console.WriteLine($"{result.Fault}: and {result.Counters.Findings.Count - FindingsToShow} more");
        }
    }
}
