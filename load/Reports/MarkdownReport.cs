using System.Globalization;
using System.Text;
using Load.Measured;

namespace Load.Reports;

/// <summary><c>summary.md</c>.</summary>
internal static class MarkdownReport
{
    public static string Of(RunResult result)
    {
        var environment = result.Environment;
        var text = new StringBuilder();
        text.AppendLine(CultureInfo.InvariantCulture, $"# {result.Id}{(result.Interrupted is null ? "" : " (partial)")}").AppendLine();
        text.AppendLine(CultureInfo.InvariantCulture, $"{environment}; {result.Elapsed.TotalSeconds:0} s.").AppendLine();
        Append(text, Tables.Summary(result.Rows));
        foreach (var note in Notes.Of(result))
        {
            text.AppendLine().AppendLine(note);
        }

        text.AppendLine().AppendLine("## Percentiles").AppendLine();
        text.AppendLine("In ms, with the 95 % interval that the number of samples allows (order statistics; an open end is one that so few samples cannot bound).").AppendLine();
        Append(text, Tables.Percentiles(result.Rows));
        text.AppendLine().AppendLine("## Cost").AppendLine();
        text.AppendLine("CPUs are processors kept busy. Allocation and collections are the service's managed heap; wire is all bytes through the lab's sockets, both ways.").AppendLine();
        Append(text, Tables.Costs(result.Rows));
        return text.ToString();
    }

    private static void Append(StringBuilder text, RowTable table)
    {
        AppendLine(text, table.Columns.Select(column => column.Heading));
        AppendLine(text, table.Columns.Select(column => column.IsText ? ":--" : "--:"));
        foreach (var (_, cells) in table.Rows)
        {
            AppendLine(text, cells);
        }
    }

    private static void AppendLine(StringBuilder text, IEnumerable<string> cells) => text.Append("| ").AppendJoin(" | ", cells).AppendLine(" |");
}
