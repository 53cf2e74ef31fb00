using Analyzer.Engines.Pdf.Scoring;
using Row = System.Collections.Generic.IReadOnlyDictionary<string, string>;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>
/// Cross-validates the points: each fifth of the labelled table is judged by points that were taken from the other four. Prints recall,
/// false alarms and misses by mark.
/// </summary>
public sealed class CalibrationTests(ITestOutputHelper output)
{
    private const int Folds = 5;

    // The limits are PdfWeights' judgements; without one a mark's points are its evidence.
    private static readonly Mark[] Marks =
    [
        new("JavaScript", int.MaxValue, row => Has(row, "Javascript")),
        new("hex codes", PdfWeights.OneIsNotEnough, row => Has(row, "Obfuscations")),
        new("Launch", PdfWeights.OneIsNotEnough, row => Has(row, "Launch")),
        new("Colors", PdfWeights.OneIsNotEnough, row => Has(row, "Colors")),
        new("XFA", PdfWeights.Ordinary, row => Has(row, "XFA")),
        new("RichMedia", PdfWeights.Ordinary, row => Has(row, "RichMedia")),
        new("JBIG2", PdfWeights.Ordinary, row => Has(row, "JBIG2Decode")),
    ];

    [Fact]
    public void Points_CrossValidated_FindMoreThanTheyMissAndFlagFewOrdinaryRows()
    {
        var rows = ShuffledRows();
        var (malicious, ordinary) = CrossValidate(rows);
        foreach (var threshold in new[] { PdfWeights.SuspiciousFrom, PdfWeights.MaliciousFrom })
        {
            var (recall, falseAlarms) = (Share(malicious, threshold), Share(ordinary, threshold));
            output.WriteLine($"{threshold} points: recall {recall:0.0} %, false alarms {falseAlarms:0.00} %");
        }

        output.WriteLine($"Points from the whole table: {string.Join(", ", Marks.Select(mark => $"{mark.Name} {PointsOf(mark, rows)}"))}");
        Print("Misses by mark", malicious.Where(row => row.Score < PdfWeights.SuspiciousFrom));
        Print("False alarms by mark", ordinary.Where(row => row.Score >= PdfWeights.SuspiciousFrom));
        Share(malicious, PdfWeights.SuspiciousFrom).ShouldBeGreaterThan(90.5);
        Share(ordinary, PdfWeights.SuspiciousFrom).ShouldBeLessThan(0.7);
    }

    private static Row[] ShuffledRows()
    {
        Row[] rows = [.. PdfSamples.Table(',', "pdf-features-train.csv")];
        new Random(15).Shuffle(rows);
        return rows;
    }

    private static (List<(Row Row, int Score)> Malicious, List<(Row Row, int Score)> Ordinary) CrossValidate(Row[] rows)
    {
        var judged = Enumerable.Range(0, Folds).SelectMany(fold =>
        {
            var training = rows.Where((_, i) => i % Folds != fold).ToList();
            var points = Marks.ToDictionary(mark => mark, mark => PointsOf(mark, training));
            return rows.Where((_, i) => i % Folds == fold)
                .Select(row => (Row: row, Score: Marks.Where(mark => mark.On(row)).Sum(mark => points[mark])));
        }).ToLookup(row => IsMalicious(row.Row));
        return ([.. judged[true]], [.. judged[false]]);
    }

    private static int PointsOf(Mark mark, IReadOnlyCollection<Row> rows)
    {
        var (malicious, ordinary) = (rows.Where(IsMalicious).ToList(), rows.Where(row => !IsMalicious(row)).ToList());
        var share = ordinary.GroupBy(row => row["source"]).Select(source => source.Count(mark.On) / (double)source.Count())
            .Append(Smoothed(ordinary)).Max();
        return Math.Min((int)Math.Max(0, 100 * Math.Log10(Smoothed(malicious) / share)) / 5 * 5, mark.Limit);

        double Smoothed(List<Row> some) => (some.Count(mark.On) + 0.5) / (some.Count + 1);
    }

    private void Print(string title, IEnumerable<(Row Row, int Score)> rows)
    {
        output.WriteLine($"{title}:");
        foreach (var group in rows.GroupBy(row => string.Join(" + ", Marks.Where(mark => mark.On(row.Row)).Select(mark => mark.Name)))
            .OrderByDescending(group => group.Count()))
        {
            var files = group.Sum(row => int.Parse(row.Row["count"]));
            output.WriteLine($"  {group.Count()} rows, {files} files: {(group.Key is "" ? "none" : group.Key)}");
        }
    }

    private static double Share(List<(Row Row, int Score)> rows, int threshold) =>
        100.0 * rows.Count(row => row.Score >= threshold) / rows.Count;

    private static bool IsMalicious(Row row) => row["Class"] == "malicious";

    private static bool Has(Row row, string column) => row[column] != "0";

    private sealed record Mark(string Name, int Limit, Func<Row, bool> On);
}
