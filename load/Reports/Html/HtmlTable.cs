using System.Net;
using System.Text;
using Load.Measuring.Findings;

namespace Load.Reports.Html;

/// <summary>A table of the page. Headings that share a group get a line above them.</summary>
internal static class HtmlTable
{
    public static string Of(TextTable table)
    {
        var html = new StringBuilder("<div class='wide' tabindex='0' role='region' aria-label='Table'><table><thead>");
        if (table.Headings.Any(heading => heading.Group is not null))
        {
            html.Append("<tr>");
            for (var i = 0; i < table.Headings.Count;)
            {
                var group = table.Headings[i].Group;
                var span = group is null ? 1 : table.Headings.Skip(i).TakeWhile(heading => heading.Group == group).Count();
                html.Append(group is null ? "<td></td>" : $"<th colspan='{span}' class='group' scope='colgroup'>{Text(group)}</th>");
                i += span;
            }

            html.Append("</tr>\n");
        }

        html.Append("<tr>");
        foreach (var (heading, i) in table.Headings.Select((heading, i) => (heading, i)))
        {
            html.Append($"<th scope='col' class='{Style(table, i)}'>{Text(heading.Text)}</th>");
        }

        html.Append("</tr></thead><tbody>\n");
        foreach (var line in table.Lines)
        {
            var tone = line.Tone switch { LineTone.Failed => "failed", LineTone.Void => "void", _ => "" };
            html.Append($"<tr class='{tone}{(line.Starts ? " first" : "")}'>");
            html.AppendJoin("", line.Cells.Select((cell, i) =>
                $"<td class='{Style(table, i)}{(cell.StartsWith('~') ? " guess" : "")}'>{Text(cell)}</td>"));
            html.Append("</tr>\n");
        }

        return html.Append("</tbody></table></div>\n").ToString();
    }

    private static string Style(TextTable table, int column)
    {
        var heading = table.Headings[column];
        var isApart = heading.Group is not null && table.Headings[column - 1].Group != heading.Group;
        return $"{(heading.IsText ? "text" : "")}{(isApart ? " apart" : "")}".Trim();
    }

    private static string Text(string text) => WebUtility.HtmlEncode(text);
}
