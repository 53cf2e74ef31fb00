using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>Notices files that are PDF as well: readers of PDF look for its header in the first 1,024 bytes.</summary>
internal static class Polyglots
{
    private const int HeaderWithin = 1024;

    /// <returns>Where the first header stands; -1 when there is none.</returns>
    public static int HeaderIn(ReadOnlySpan<byte> start) => start[..Math.Min(start.Length, HeaderWithin)].IndexOf("%PDF-"u8);

    /// <param name="start">The file's first bytes.</param>
    /// <param name="own">What the engine says of the file.</param>
    /// <param name="parts">A header that belongs to one of them, which lies there as it is, is no second face.</param>
    public static Assessment LookAt(ReadOnlySpan<byte> start, Assessment own, IReadOnlyList<Part> parts)
    {
        var at = HeaderIn(start);
        if (at < 0 || own.QuotesPdf || own.MediaType is MediaTypes.Pdf or MediaTypes.Unknown || parts.Any(part => Holds(part, at)))
        {
            return own;
        }

        var rule = CommonRules.Polyglot;
        var score = own.Score + rule.Points;
        return own with
        {
            Score = score,
            Verdict = VerdictLimits.Worse(own.Verdict, VerdictLimits.Of(score, isUnable: false)),
            Findings = [.. own.Findings, new(rule.Id, rule.Points, 1, at, rule.Reason) { Places = [new Place(at)] }],
        };
    }

    // A part that was not read may hold anything.
    private static bool Holds(Part part, int at) => part.IsRead ? part.Offset + part.PdfHeaderAt == at : part.Offset <= at;
}
