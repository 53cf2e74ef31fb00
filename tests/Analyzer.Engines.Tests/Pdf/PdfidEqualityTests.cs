using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class PdfidEqualityTests
{
    [Fact]
    public void Complete_RealDocuments_CountsWhatPdfidCounts()
    {
        var expected = PdfSamples.Table('\t', "pdfid-expected-sample.tsv").ToDictionary(row => row["sha256"]);
        var documents = PdfSamples.Documents();
        documents.Count.ShouldBe(126);

        documents.SelectMany(path =>
        {
            var row = expected[Path.GetFileNameWithoutExtension(path)];
            var report = Analyze(path);
            return Differences(row, report)
                .Concat(Difference("sha256", row["sha256"], report.Sha256.ToString()))
                .Concat(Difference("header", row["header"], $"%PDF-{report.Pdf?.Version}"))
                .Concat(Difference("hex codes", row["hexcoded"], report.Pdf?.Obfuscated.ToString()))
                .Select(difference => $"{row["path"]}: {difference}");
        }).ShouldBeEmpty();
    }

    [Fact]
    public void Complete_Mutants_CountsWhatPdfidCounts()
    {
        var expected = PdfSamples.Table('\t', "pdfid-mutants", "expected.tsv").ToDictionary(row => row["file"]);
        var mutants = PdfSamples.Mutants();
        mutants.Count.ShouldBe(expected.Count);

        mutants.SelectMany(path =>
        {
            var row = expected[Path.GetFileName(path)];
            var report = Analyze(path);
            var hexCodes = PdfKeywords.Names.Sum(name => row[$"hex:{name}"] is { Length: > 0 } count ? long.Parse(count) : 0);
            return Differences(row, report)
                .Concat(report.Pdf is null ? [] : Difference("hex codes", $"{hexCodes}", $"{report.Pdf.Obfuscated}"))
                .Select(difference => $"{row["file"]} ({row["kind"]}): {difference}");
        }).ShouldBeEmpty();
    }

    private static AnalysisReport Analyze(string path)
    {
        using var analysis = new FileAnalysis();
        analysis.Append(File.ReadAllBytes(path));
        return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
    }

    private static IEnumerable<string> Differences(IReadOnlyDictionary<string, string> expected, AnalysisReport report) =>
        Difference("is a PDF", expected["ispdf"], (report.Pdf is not null).ToString())
            .Concat(PdfKeywords.Names.SelectMany(name => Difference(name, expected[name], report.Pdf?.Keywords[name].ToString() ?? "")));

    private static IEnumerable<string> Difference(string what, string expected, string? actual) =>
        expected == actual ? [] : [$"{what}: PDFiD {expected}, we {actual}"];
}
