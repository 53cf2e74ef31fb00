namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Real documents from Debian packages, mutants of some, and PDFiD's counts for them (../shared/data).</summary>
internal static class PdfSamples
{
    /// <summary>126 documents.</summary>
    public static IReadOnlyList<string> Documents() =>
        [.. Directory.EnumerateFiles(SharedData.SkipUnlessPresent("data", "pdfs"), "*.pdf").Order(StringComparer.Ordinal)];

    /// <summary>12 damaged or disguised documents.</summary>
    public static IReadOnlyList<string> Mutants() =>
        [.. Directory.EnumerateFiles(SharedData.SkipUnlessPresent("data", "pdfid-mutants"), "*.pdf").Order(StringComparer.Ordinal)];

    /// <summary>One row per file: column name to text.</summary>
    public static IReadOnlyList<IReadOnlyDictionary<string, string>> Table(char separator, params ReadOnlySpan<string> path)
    {
        var lines = File.ReadAllLines(SharedData.SkipUnlessPresent(["data", .. path]));
        var columns = lines[0].Split(separator);
        return [.. lines[1..].Select(line => columns.Zip(line.Split(separator)).ToDictionary(cell => cell.First, cell => cell.Second))];
    }
}
