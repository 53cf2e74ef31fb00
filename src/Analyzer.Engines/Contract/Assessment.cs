using Analyzer.Core;

namespace Analyzer.Engines.Contract;

/// <summary>The result of an engine for a file.</summary>
/// <param name="Score">The sum of the findings' points.</param>
internal sealed record Assessment(string MediaType, Verdict Verdict, int Score, IReadOnlyList<Finding> Findings)
{
    public PdfSummary? Pdf { get; init; }

    public Coverage? Coverage { get; init; }
}
