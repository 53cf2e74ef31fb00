using System.Globalization;
using System.Text;
using Load.Results;

namespace Load.Reports;

internal static class MarkdownReport
{
    public static string Of(RunResult result)
    {
        var environment = result.Environment;
        var text = new StringBuilder();
        text.AppendLine(CultureInfo.InvariantCulture, $"# {result.Id}{(result.Interrupted is null ? "" : " (partial)")}").AppendLine();
        text.AppendLine(CultureInfo.InvariantCulture, $"{environment.Machine}, {environment.Cores} cores, {environment.OperatingSystem}, {environment.Runtime}; build {environment.Build}; files: {environment.Corpus}, seed {environment.Seed}; {result.Elapsed.TotalSeconds:0} s.");
        text.AppendLine();
        AppendLine(text, SummaryTable.Headings);
        AppendLine(text, SummaryTable.Headings.Select((_, column) => SummaryTable.IsText(column) ? ":--" : "--:"));
        foreach (var row in result.Rows)
        {
            AppendLine(text, SummaryTable.Cells(row));
        }

        foreach (var note in Notes.Of(result))
        {
            text.AppendLine().AppendLine(note);
        }

        return text.ToString();
    }

    private static void AppendLine(StringBuilder text, IEnumerable<string> cells) => text.Append("| ").AppendJoin(" | ", cells).AppendLine(" |");
}
