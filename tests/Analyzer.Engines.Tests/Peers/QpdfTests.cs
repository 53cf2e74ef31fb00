using Analyzer.Core;
using Analyzer.Engines.Tests.Pdf;

namespace Analyzer.Engines.Tests.Peers;

/// <summary>The engine finds inside object streams what qpdf lays open.</summary>
public sealed class QpdfTests
{
    private static readonly string[] Names = [.. PdfKeywords.Names.Where(name => name[0] == '/' && name != "/ObjStm")];

    // PDFiD's counters look at every byte: compressed data has /AA and /JS by chance, and so has other data when qpdf has unpacked it;
    // in one document it is the text that has /Page.
    private static readonly string[] ByChance =
    [
        "74cafe9b3b /AA: we 1, qpdf 0",
        "97885a0f34 /JS: we 1, qpdf 0",
        "ac0873f347 /Page: we 11, qpdf 12",
        "c19d688b49 /AA: we 0, qpdf 1",
        "d053f991e3 /JS: we 1, qpdf 0",
        "fcf219189d /AA: we 0, qpdf 1",
    ];

    [Fact]
    public void Inside_RealDocuments_IsWhatQpdfLaysOpen()
    {
        using var scratch = new ScratchFolder();
        PdfSamples.Documents().SelectMany(path =>
        {
            DebianTool.Run("qpdf", "qpdf", "--qdf", "--object-streams=disable", path, scratch.Path("open.pdf"));
            return Differences(path, Report(path), Report(scratch.Path("open.pdf")));
        }).ShouldBe(ByChance, ignoreOrder: true);
    }

    [Fact]
    public void Inside_RealDocumentsInObjectStreams_IsWhatQpdfLaysOpen()
    {
        using var scratch = new ScratchFolder();
        var changed = new List<string>();
        var (differences, objects) = (new List<string>(), new List<string>());
        foreach (var path in PdfSamples.Documents())
        {
            DebianTool.Run("qpdf", "qpdf", "--object-streams=generate", path, scratch.Path("packed.pdf"));
            DebianTool.Run("qpdf", "qpdf", "--qdf", "--object-streams=disable", scratch.Path("packed.pdf"), scratch.Path("open.pdf"));
            var (before, packed, open) = (Report(path), Report(scratch.Path("packed.pdf")), Report(scratch.Path("open.pdf")));
            differences.AddRange(Differences(path, packed, open));
            objects.AddRange(ObjectDifferences(path, packed, open));
            if ((before.Verdict, before.Score) != (packed.Verdict, packed.Score))
            {
                changed.Add($"{Short(path)}: {before.Verdict} {before.Score} became {packed.Verdict} {packed.Score}");
            }
        }

        objects.ShouldBeEmpty();
        differences.ShouldBe(ByChance.Where(line => !line.StartsWith("74cafe9b3b", StringComparison.Ordinal)), ignoreOrder: true);
        changed.ShouldBeEmpty();
    }

    [Fact]
    public void Inside_HandmadeDocument_KeepsVerdictAndPoints()
    {
        using var scratch = new ScratchFolder();
        var path = scratch.Write("open.pdf", HandmadeDocument.WithEverything());
        DebianTool.Run("qpdf", "qpdf", "--object-streams=generate", path, scratch.Path("packed.pdf"));
        var (open, packed) = (Report(path), Report(scratch.Path("packed.pdf")));

        (packed.Verdict, packed.Score).ShouldBe((open.Verdict, open.Score));
        packed.Pdf!.Keywords["/JavaScript"].ShouldBe(0);
        Differences(path, packed, open).ShouldBeEmpty();
        packed.Pdf.Links.ShouldBe(open.Pdf!.Links);
        packed.Pdf.Attachments!.Select(file => (file.Name, file.Sha256, file.Kind))
            .ShouldBe(open.Pdf.Attachments!.Select(file => (file.Name, file.Sha256, file.Kind)));
        packed.Pdf.Scripts!.Select(script => script.Sha256).ShouldBe(open.Pdf.Scripts!.Select(script => script.Sha256), ignoreOrder: true);
    }

    private static IEnumerable<string> Differences(string path, AnalysisReport report, AnalysisReport open) =>
        from name in Names
        let ours = report.Pdf!.Keywords[name] + (report.Pdf.Inside?[name] ?? 0)
        let theirs = open.Pdf!.Keywords[name]
        where ours != theirs
        select $"{Short(path)} {name}: we {ours}, qpdf {theirs}";

    // In the one file object streams and one stream of cross-references are objects too, in the other the length of each stream is.
    private static IEnumerable<string> ObjectDifferences(string path, AnalysisReport packed, AnalysisReport open) =>
        from name in new[] { "obj", "endobj" }
        let ours = packed.Pdf!.Keywords[name] + packed.Pdf.Inside!.Value[name] - packed.Pdf.Keywords["/ObjStm"] - 1
        let theirs = open.Pdf!.Keywords[name] - open.Coverage!.Streams
        where ours != theirs
        select $"{Short(path)} {name}: we {ours}, qpdf {theirs}";

    private static string Short(string path) => Path.GetFileName(path)[..10];

    private static AnalysisReport Report(string path) => PdfBuilder.Analyze(File.ReadAllBytes(path));
}
