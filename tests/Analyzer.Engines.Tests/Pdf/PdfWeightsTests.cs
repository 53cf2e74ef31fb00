using Analyzer.Engines.Pdf.Scoring;
using Row = System.Collections.Generic.IReadOnlyDictionary<string, string>;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Recomputes the table in <see cref="PdfWeights"/>'s remarks from the labelled counts it names.</summary>
public sealed class PdfWeightsTests
{
    private readonly IReadOnlyList<Row> _malicious = RowsOf("malicious");
    private readonly IReadOnlyList<Row> _benign = RowsOf("benign");

    [Theory]
    [InlineData("Javascript", 124, PdfWeights.JavaScript, int.MaxValue)]
    [InlineData("OpenAction", 46, PdfWeights.OpenAction, int.MaxValue)]
    [InlineData("Obfuscations", 224, PdfWeights.ObfuscatedName, PdfWeights.OneIsNotEnough)]
    [InlineData("Launch", 160, PdfWeights.Launch, PdfWeights.OneIsNotEnough)]
    [InlineData("Colors", 135, PdfWeights.Colors, PdfWeights.OneIsNotEnough)]
    [InlineData("AA", 92, PdfWeights.Ordinary, PdfWeights.Ordinary)]
    [InlineData("XFA", 188, PdfWeights.Xfa, PdfWeights.Ordinary)]
    [InlineData("RichMedia", 169, PdfWeights.RichMedia, PdfWeights.Ordinary)]
    [InlineData("JBIG2Decode", 160, PdfWeights.Jbig2, PdfWeights.Ordinary)]
    [InlineData("EmbeddedFile", -36, 0, 0)]
    public void Points_ARule_AreItsEvidenceOrLess(string column, int documented, int points, int atMost)
    {
        var evidence = Evidence(row => row[column] != "0");

        Math.Round(evidence).ShouldBe(documented);
        points.ShouldBe(Math.Min((int)Math.Max(0, evidence) / 5 * 5, atMost));
    }

    [Fact]
    public void Evidence_JSWithoutJavaScript_SpeaksForAnOrdinaryDocument() =>
        Math.Round(Evidence(row => row["JS"] != "0" && row["Javascript"] == "0")).ShouldBe(-64);

    [Theory]
    [InlineData(PdfWeights.SuspiciousFrom, 91.1, 90.5, 0.7, 0.4)]
    [InlineData(PdfWeights.MaliciousFrom, 11.8, 6.5, 0, 0)]
    public void Threshold_OnTheTable_FindsAndFlagsWhatIsDocumented(
        int threshold, double maliciousRows, double maliciousFiles, double ordinaryRows, double ordinaryFiles)
    {
        Percent(_malicious, threshold, _ => 1).ShouldBe(maliciousRows);
        Percent(_malicious, threshold, Files).ShouldBe(maliciousFiles);
        Percent(_benign, threshold, _ => 1).ShouldBe(ordinaryRows);
        Percent(_benign, threshold, Files).ShouldBe(ordinaryFiles);
    }

    [Fact]
    public void Calibration_OfThePublicRules_IsWhatTheirPointsGive()
    {
        EngineRules.Calibration.Select(shares => shares.Threshold).ShouldBe([PdfWeights.SuspiciousFrom, PdfWeights.MaliciousFrom]);
        foreach (var shares in EngineRules.Calibration)
        {
            shares.MaliciousShare.ShouldBe(Math.Round(Share(_malicious, shares.Threshold, _ => 1), 3));
        }
    }

    private double Evidence(Predicate<Row> has)
    {
        var ordinary = _benign.GroupBy(row => row["source"])
            .Select(source => source.Count(row => has(row)) / (double)source.Count())
            .Append(Smoothed(_benign))
            .Max();
        return 100 * Math.Log10(Smoothed(_malicious) / ordinary);

        double Smoothed(IReadOnlyCollection<Row> rows) => (rows.Count(row => has(row)) + 0.5) / (rows.Count + 1);
    }

    private static IReadOnlyList<Row> RowsOf(string label) =>
        [.. PdfSamples.Table(',', "pdf-features-train.csv").Where(row => row["Class"] == label)];

    private static double Percent(IReadOnlyList<Row> rows, int threshold, Func<Row, int> weight) =>
        Math.Round(100 * Share(rows, threshold, weight), 1);

    private static double Share(IReadOnlyList<Row> rows, int threshold, Func<Row, int> weight) =>
        (double)rows.Where(row => Score(row) >= threshold).Sum(weight) / rows.Sum(weight);

    private static int Files(Row row) => int.Parse(row["count"]);

    // The table has counts and no files: the score is that of a document in which what the marks name needs no click.
    private static int Score(Row row) => new (string Column, int Points)[]
    {
        ("Javascript", PdfWeights.Script.Unasked), ("Obfuscations", PdfWeights.ObfuscatedName),
        ("Launch", PdfWeights.LaunchProgram.Unasked), ("Colors", PdfWeights.Colors), ("XFA", PdfWeights.Xfa),
        ("RichMedia", PdfWeights.RichMedia), ("JBIG2Decode", PdfWeights.Jbig2),
    }.Where(rule => row[rule.Column] != "0").Sum(rule => rule.Points);
}
