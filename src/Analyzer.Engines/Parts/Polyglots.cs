using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>Notices files that are PDF as well: readers of PDF look for its header in the first 1,024 bytes.</summary>
internal static class Polyglots
{
    private const int HeaderWithin = 1024;

    /// <param name="start">The file's first bytes.</param>
    /// <param name="own">What the engine says of the file.</param>
    /// <param name="parts">One that lies there as it is, and is PDF, is no second face.</param>
    public static Assessment LookAt(ReadOnlySpan<byte> start, Assessment own, IReadOnlyList<Part> parts)
    {
        if (own.MediaType is MediaTypes.Pdf or MediaTypes.Unknown || start[..Math.Min(start.Length, HeaderWithin)].IndexOf("%PDF-"u8) is not (>= 0 and var at)
            || parts.Any(part => part.IsPdf && part.Offset <= at))
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
}
