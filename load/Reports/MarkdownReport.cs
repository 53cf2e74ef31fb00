using System.Globalization;
using System.Text;
using Load.Comparing;
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
        Append(text, Tables.Summary(result.Rows, result.Baseline).Text(result.Compared));
        foreach (var note in Notes.Of(result))
        {
            text.AppendLine().AppendLine(note);
        }

        if (result.Baseline is { IsRefused: false } baseline)
        {
            text.AppendLine().AppendLine(CultureInfo.InvariantCulture, $"## Against the baseline {baseline.Before}").AppendLine();
            AppendLine(text, ComparisonTable.Headings);
            AppendLine(text, ComparisonTable.Headings.Select((_, column) => ComparisonTable.IsText(column) ? ":--" : "--:"));
            foreach (var (_, cells) in ComparisonTable.Lines(baseline))
            {
                AppendLine(text, cells);
            }

            foreach (var note in ComparisonNotes.Of(baseline))
            {
                text.AppendLine().AppendLine(note);
            }
        }

        foreach (var section in Sections.Findings(result).Concat(Sections.SideBySide(result) is { } one ? [one] : []).Concat(Sections.Details(result)))
        {
            text.AppendLine().AppendLine(CultureInfo.InvariantCulture, $"## {section.Title}").AppendLine();
            text.AppendLine(section.Explanation).AppendLine();
            Append(text, section.Table);
            foreach (var sentence in section.Sentences)
            {
                text.AppendLine().AppendLine(sentence);
            }
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, TextTable table)
    {
        AppendLine(text, table.Headings.Select(heading => heading.Whole));
        AppendLine(text, table.Headings.Select(heading => heading.IsText ? ":--" : "--:"));
        foreach (var line in table.Lines)
        {
            AppendLine(text, line.Cells);
        }
    }

    private static void AppendLine(StringBuilder text, IEnumerable<string> cells) => text.Append("| ").AppendJoin(" | ", cells).AppendLine(" |");
}
