using System.Globalization;
using System.Net;
using System.Reflection;
using System.Text;
using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;

namespace Load.Reports.Html;

/// <summary><c>report.html</c>: one file that needs no network, prints well, and follows the reader's light or dark mode.</summary>
internal static class HtmlReport
{
    /// <summary>Lines of a table that a reader takes in; longer ones are folded.</summary>
    private const int LongTable = 24;

    public static string Of(RunReport report)
    {
        var result = report.Result;
        var comparison = new SideBySide(result);
        var page = new StringBuilder();
        page.Append($"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>{Text(Title(result))}</title>");
        page.Append($"<meta name='viewport' content='width=device-width, initial-scale=1'><style>{Style()}</style></head><body><main>\n");
        page.Append($"<h1>{Text(Title(result))}</h1>");
        var when = result.StartedAt.ToString("d MMMM yyyy, HH:mm 'UTC'", CultureInfo.InvariantCulture);
        page.Append($"<p class='faint'>{Text($"{result.Suite}, {when}, {Format.Duration(result.Elapsed)}")}</p>\n");
        var sentences = report.Answer.Select(sentence => $"<p>{Text(sentence.Text)}</p>");
        page.Append($"<section class='answer'><h2>Answer</h2>{string.Concat(sentences)}</section>\n");
        page.AppendJoin("", Reservations.Of(result).Select(judgement => $"<p class='bad'>{Text(judgement)}</p>\n"));
        page.Append($"<p class='faint'>{Text($"{result.Environment}")}</p>\n");
        if (result.CommandLine.Length > 0)
        {
            page.Append($"<p class='faint'>To repeat it: <code>{Text(result.CommandLine)}</code></p>\n");
        }

        page.Append(Verdict(result));

        AppendFirstTable(page, report);
        if (report.Baseline is { IsRefused: false } baseline)
        {
            page.Append(ComparisonSection.Of(baseline));
        }

        foreach (var section in report.Findings)
        {
            Append(page, section);
        }

        foreach (var section in ChartSections.Of(result, comparison))
        {
            page.Append(section);
        }

        foreach (var section in report.Details)
        {
            Append(page, section);
        }

        return page.Append("</main></body></html>\n").ToString();
    }

    /// <summary>The table that has everything, unless it is too long: then variants side by side, and everything on demand.</summary>
    private static void AppendFirstTable(StringBuilder page, RunReport report)
    {
        var summary = Tables.Summary(report).Text(report.Result.Compared.Name);
        var sideBySide = report.SideBySide;
        if (sideBySide is not null && summary.Lines.Count > LongTable)
        {
            page.Append($"<h2>{Text(sideBySide.Title)}</h2><p class='faint'>{Text(sideBySide.Explanation)}</p>\n");
            page.Append(HtmlTable.Of(sideBySide.Table));
            page.Append(Folded($"All {summary.Lines.Count} rows", HtmlTable.Of(summary)));
        }
        else
        {
            page.Append(HtmlTable.Of(summary));
        }

        foreach (var note in Notes.Of(report))
        {
            page.Append($"<p class='faint'>{Text(note)}</p>\n");
        }
    }

    private static void Append(StringBuilder page, ReportSection section)
    {
        var table = HtmlTable.Of(section.Table);
        page.Append($"<h2>{Text(section.Title)}</h2><p class='faint'>{Text(section.Explanation)}</p>\n");
        page.Append(section.Table.Lines.Count > LongTable ? Folded($"{section.Table.Lines.Count} rows", table) : table);
        page.AppendJoin("", section.Sentences.Select(sentence => $"<p>{Text(sentence)}</p>\n"));
    }

    private static string Folded(string summary, string content) => $"<details><summary>{Text(summary)}</summary>\n{content}</details>\n";

    /// <summary>In words; runs of older suites have their id.</summary>
    private static string Title(RunResult result) =>
        result.Question.Length > 0 ? $"{char.ToUpperInvariant(result.Question[0])}{result.Question[1..]}" : result.Id;

    private static string Verdict(RunResult result) =>
        result.Interrupted is { } reason ? $"<p class='bad'>Partial: {Text(reason)}.</p>\n"
        : result.Succeeded ? "<p>Every request was answered, and answered rightly.</p>\n"
        : "<p class='bad'>Not every request was answered rightly: see the rows in red.</p>\n";

    private static string Text(string text) => WebUtility.HtmlEncode(text);

    private static string Style()
    {
        using var reader = new StreamReader(Assembly.GetExecutingAssembly().GetManifestResourceStream("report.css")!);
        return reader.ReadToEnd();
    }
}
