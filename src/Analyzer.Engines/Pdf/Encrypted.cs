using Analyzer.Core;

namespace Analyzer.Engines.Pdf;

/// <summary>Keeps ciphertext out of the summary of an encrypted document: its strings and streams say nothing of what they hold.</summary>
internal static class Encrypted
{
    /// <summary>Names, links and scripts stay that are readable as they lie there: a document may have parts in the clear.</summary>
    public static PdfSummary WithoutCiphertext(PdfSummary summary) => summary with
    {
        Scripts = ListOrNull(summary.Scripts?.Where(static script => script.Length > 0 && IsReadable(script.Text))),
        Attachments = ListOrNull(summary.Attachments?.Select(static file =>
            new PdfAttachment(file.Name, file.Place, null, null, null, null))),
        Links = ListOrNull(summary.Links?.Where(IsReadable)),
    };

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
