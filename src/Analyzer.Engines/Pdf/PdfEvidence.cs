namespace Analyzer.Engines.Pdf;

/// <summary>All that is known of a PDF when its last byte has been read.</summary>
/// <param name="Disguise">The media type that the bytes before the header belong to; null when they are none that is known.</param>
internal sealed record PdfEvidence(PdfHeader Header, PdfTally Tally, string? Disguise);
