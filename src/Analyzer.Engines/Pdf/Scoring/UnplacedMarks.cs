using Analyzer.Core;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>
/// Keywords that stand where the document could not be followed: in a part that is broken, encrypted or over a bound. In a document that
/// was followed to its end such words are text, and mean nothing.
/// </summary>
internal static class UnplacedMarks
{
    private static readonly (PdfKeyword Keyword, int Points)[] Weights =
    [
        (PdfKeyword.JavaScript, PdfWeights.JavaScript), (PdfKeyword.OpenAction, PdfWeights.OpenAction),
        (PdfKeyword.Launch, PdfWeights.Launch), (PdfKeyword.Colors, PdfWeights.Colors), (PdfKeyword.AA, PdfWeights.Ordinary),
        (PdfKeyword.Xfa, PdfWeights.Ordinary), (PdfKeyword.RichMedia, PdfWeights.Ordinary), (PdfKeyword.Jbig2Decode, PdfWeights.Ordinary),
    ];

    public static Seen Of(PdfEvidence evidence)
    {
        if (evidence.Unable.Count == 0 || evidence.IsReadTwice)
        {
            return default;
        }

        var (count, points, offset) = (0L, 0, long.MaxValue);
        foreach (var (keyword, weight) in Weights)
        {
            if (evidence.Unplaced(keyword) is > 0 and var unplaced)
            {
                (count, points, offset) = (count + unplaced, points + weight, Math.Min(offset, evidence.OffsetOf(keyword)));
            }
        }

        return count == 0 ? default : new(count, offset)
        {
            Points = Math.Min(points, PdfWeights.UnplacedMarks),
            Places = [new Place(offset)],
        };
    }
}
