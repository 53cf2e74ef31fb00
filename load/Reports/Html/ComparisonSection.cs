using System.Net;
using System.Text;
using Load.Comparing;

namespace Load.Reports.Html;

/// <summary>The run against an earlier one; folded up, because the verdicts stand in the first table already.</summary>
internal static class ComparisonSection
{
    public static string Of(Comparing.Comparison comparison)
    {
        var page = new StringBuilder($"<h2>Against the baseline {Text(comparison.Before)}</h2>\n");
        foreach (var note in ComparisonNotes.Of(comparison))
        {
            page.Append($"<p class='faint'>{Text(note)}</p>\n");
        }

        page.Append("<details><summary>Every figure of every row</summary><div class='wide' tabindex='0' role='region' aria-label='Every figure'><table><tr>");
        page.AppendJoin("", ComparisonTable.Headings.Select((heading, column) => $"<th{Class(column)}>{Text(heading)}</th>"))
            .Append("</tr>\n");
        foreach (var (verdict, cells) in ComparisonTable.Lines(comparison))
        {
            page.Append(
                $"<tr class='{(verdict == ChangeVerdict.Worse ? "failed" : "")}{(cells[0] == ComparisonTable.AllRows ? " first" : "")}'>");
            page.AppendJoin("", cells.Select((cell, column) => $"<td{Class(column)}>{Text(cell)}</td>")).Append("</tr>\n");
        }

        return page.Append("</table></div></details>\n").ToString();
    }

    private static string Class(int column) => ComparisonTable.IsText(column) ? " class='text'" : "";

    private static string Text(string text) => WebUtility.HtmlEncode(text);
}
