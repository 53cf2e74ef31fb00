using System.Globalization;
using System.Text;
using Load.Comparing;
using Load.Measuring.Findings;

namespace Load.Reports;

/// <summary><c>summary.md</c>.</summary>
internal static class MarkdownReport
{
    public static string Of(RunReport report)
    {
        var result = report.Result;
        var environment = result.Environment;
        var text = new StringBuilder();
        text.AppendLine(CultureInfo.InvariantCulture, $"# {result.Id}{(result.Interrupted is null ? "" : " (partial)")}").AppendLine();
        text.AppendLine(CultureInfo.InvariantCulture, $"{environment}; {result.Elapsed.TotalSeconds:0} s.").AppendLine();
        if (result.CommandLine.Length > 0)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"    {result.CommandLine}").AppendLine();
        }

        foreach (var judgement in Reservations.Of(result))
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"**{judgement}**").AppendLine();
        }

        foreach (var sentence in report.Answer)
        {
            text.AppendLine(sentence.Text);
        }

        text.AppendLine();
        Append(text, Tables.Summary(report).Text(result.Compared.Name));
        foreach (var note in Notes.Of(report))
        {
            text.AppendLine().AppendLine(note);
        }

        if (report.Baseline is { IsRefused: false } baseline)
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

        foreach (var section in report.Findings.Concat(report.SideBySide is { } one ? [one] : []).Concat(report.Details))
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

    private static void AppendLine(StringBuilder text, IEnumerable<string> cells) =>
        text.Append("| ").AppendJoin(" | ", cells).AppendLine(" |");
}
