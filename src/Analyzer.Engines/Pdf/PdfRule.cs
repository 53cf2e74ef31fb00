namespace Analyzer.Engines.Pdf;

/// <summary>What is looked for, and what it is worth.</summary>
/// <param name="Name">Stable dotted name.</param>
/// <param name="Points">See <see cref="PdfWeights"/>; once per file, however often it is seen.</param>
/// <param name="Reason">Why it matters, for a person.</param>
/// <param name="See">A count of 0 when it is not there.</param>
internal sealed record PdfRule(string Name, int Points, string Reason, Func<PdfEvidence, Sighting> See)
{
    public static PdfRule For(PdfKeyword keyword, string name, int points, string reason) =>
        new(name, points, reason, evidence => evidence.Tally[keyword]);
}
