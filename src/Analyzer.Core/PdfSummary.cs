namespace Analyzer.Core;

/// <summary>What the lexer saw in a file with a PDF header.</summary>
/// <param name="Version">The header's version as written, such as <c>1.5</c>.</param>
/// <param name="Keywords">How often each keyword occurs.</param>
/// <param name="Obfuscated">How many of those were spelt with hex codes (<c>/J#61vaScript</c>).</param>
public sealed record PdfSummary(string Version, PdfKeywords Keywords, long Obfuscated);
