namespace Analyzer.Core.Tests;

internal static class Samples
{
    /// <summary>A report with a value in every field.</summary>
    public static AnalysisReport Report { get; } = new()
    {
        Sha256 = FileId.TryParse("2e6dcaba7afa1d2489fd842bddfb35ece9b72f09c28d965c27fe0490a21321ec", out var id) ? id : default,
        Size = 14216,
        MediaType = "application/pdf",
        Verdict = Verdict.Suspicious,
        Score = 120,
        Findings = [new Finding("pdf.javascript", 120, 2, 1234, "Script that runs in the reader.")],
        Pdf = new PdfSummary("1.5", new PdfKeywords([.. Enumerable.Range(1, PdfKeywords.Names.Length).Select(count => (long)count)]), 1),
        Entropy = 7.91,
        Engine = 1,
        AnalyzedAt = new DateTimeOffset(2026, 11, 21, 6, 0, 0, 7, TimeSpan.Zero),
        ElapsedMs = 3.1,
    };
}
