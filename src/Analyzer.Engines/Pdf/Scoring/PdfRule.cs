using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>One rule: what it looks for, and how many points it is worth.</summary>
/// <param name="Name">A stable dotted name.</param>
/// <param name="Points">The points of <see cref="PdfWeights"/>, added once per file however often the structure occurs.</param>
/// <param name="Reason">Tells a person why it matters.</param>
/// <param name="Reference">A CVE, a clause of ISO 32000-2, or another source.</param>
/// <param name="See">Finds the occurrences; a count of 0 means none.</param>
internal sealed record PdfRule(string Name, int Points, string Reason, string Reference, Func<PdfEvidence, Seen> See)
{
    /// <summary>The first engine version with this rule.</summary>
    public int Since { get; init; } = 1;

    public static PdfRule For(PdfKeyword keyword, string name, int points, string reason, string reference) =>
        new(name, points, reason, reference, evidence => evidence.Of(keyword));
}
