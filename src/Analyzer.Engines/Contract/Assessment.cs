using Analyzer.Core;

namespace Analyzer.Engines.Contract;

/// <summary>
/// The result of an engine for a file or a part, without the parts inside it: those are added by whoever asks the engine.
/// </summary>
/// <param name="Score">The sum of the findings' points.</param>
internal sealed record Assessment(string MediaType, Verdict Verdict, int Score, IReadOnlyList<Finding> Findings)
{
    /// <summary>Why it was not examined as a whole; empty when it was.</summary>
    public IReadOnlyList<UnableReason> Unable { get; init; } = [];

    /// <summary>
    /// Whether a person gets the parts as files under their names, as from an archive or a message: then the names count.
    /// </summary>
    public bool PartsAreFiles { get; init; } = true;

    /// <summary>Whether its parts are those of one program: a program among them says nothing new.</summary>
    public bool IsProgram { get; init; }

    /// <summary>Whether it is a text that speaks of PDF: the header of one in it makes it no PDF.</summary>
    public bool QuotesPdf { get; init; }

    public PdfSummary? Pdf { get; init; }

    public Coverage? Coverage { get; init; }

    /// <summary>Judges by the points, and below those by whether anything was left out.</summary>
    public static Assessment Of(string mediaType, IReadOnlyList<Finding> findings, IReadOnlyList<UnableReason> unable)
    {
        var score = findings.Sum(finding => finding.Points);
        return new(mediaType, VerdictLimits.Of(score, unable.Count > 0), score, findings) { Unable = unable, Coverage = new Coverage() };
    }
}
