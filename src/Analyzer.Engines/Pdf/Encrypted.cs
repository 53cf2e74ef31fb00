using Analyzer.Core;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf;

/// <summary>Keeps ciphertext out of the report of an encrypted document: its strings and streams say nothing of what they hold.</summary>
internal static class Encrypted
{
    /// <summary>The same findings, whose excerpts end where ciphertext begins.</summary>
    public static Assessment WithoutCiphertext(Assessment assessment) => assessment with
    {
        Findings = [.. assessment.Findings.Select(static finding =>
            finding.Excerpt is { } excerpt ? finding with { Excerpt = BeforeCiphertext(excerpt) } : finding)],
    };

    /// <summary>Names, links and scripts stay that are readable as they lie there: a document may have parts in the clear.</summary>
    public static PdfSummary WithoutCiphertext(PdfSummary summary) => summary with
    {
        Scripts = ListOrNull(summary.Scripts?.Where(static script => script.Length > 0 && IsReadable(script.Text))),
        Attachments = ListOrNull(summary.Attachments?.Select(static file =>
            new PdfAttachment(file.Name, file.Place, null, null, null, null))),
        Links = ListOrNull(summary.Links?.Where(IsReadable)),
    };

    /// <summary>An excerpt has bytes that are no text as <c>\xNN</c>, and those of line ends, which stand between objects, too.</summary>
    /// <returns>What stands before the string with the first such byte; null when nothing does.</returns>
    private static string? BeforeCiphertext(string excerpt)
    {
        for (var i = excerpt.IndexOf('\\'); i >= 0 && i + 1 < excerpt.Length; i = excerpt.IndexOf('\\', i + 2))
        {
            if (excerpt[i + 1] == 'x' && excerpt.AsSpan(i + 2) is not ['0', '9' or 'A' or 'D', ..])
            {
                return excerpt.LastIndexOf('(', i) is > 0 and var start ? $"{excerpt[..start]}(…" : null;
            }
        }

        return excerpt;
    }

    private static List<T>? ListOrNull<T>(IEnumerable<T>? items) => items?.ToList() is { Count: > 0 } list ? list : null;

    /// <summary>Whether a text is none that was encrypted.</summary>
    // About 97 of the 256 values of an encrypted byte look readable; a whole text hardly ever does.
    public static bool IsReadable(string? text)
    {
        foreach (var character in text ?? "")
        {
            if (character is not ((>= ' ' and <= '~') or '\t' or '\r' or '\n'))
            {
                return false;
            }
        }

        return true;
    }
}
