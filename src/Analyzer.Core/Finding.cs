namespace Analyzer.Core;

/// <summary>One reason for a verdict.</summary>
/// <param name="Rule">Stable dotted name, such as <c>pdf.javascript</c>.</param>
/// <param name="Points">What it adds to the score; never negative.</param>
/// <param name="Count">How often it was seen.</param>
/// <param name="Offset">Bytes from the start of the file to the first occurrence.</param>
/// <param name="Reason">Why this matters, for a person.</param>
public sealed record Finding(string Rule, int Points, long Count, long Offset, string Reason);
