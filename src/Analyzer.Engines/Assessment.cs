using Analyzer.Core;

namespace Analyzer.Engines;

/// <param name="Score">Sum of the findings' points.</param>
internal sealed record Assessment(Verdict Verdict, int Score, IReadOnlyList<Finding> Findings);
