using System.Security.Cryptography;
using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Pdf;

namespace Analyzer.Engines.Tests.Peers;

/// <summary>Every script and attachment that poppler prints is in the report.</summary>
public sealed class PopplerTests
{
    [Fact]
    public void Scripts_HandmadeDocument_AreThoseThatPdfinfoPrints()
    {
        using var scratch = new ScratchFolder();
        var path = scratch.Write("open.pdf", HandmadeDocument.WithEverything());
        DebianTool.Run("qpdf", "qpdf", "--object-streams=generate", path, scratch.Path("packed.pdf"));
        foreach (var file in new[] { path, scratch.Path("packed.pdf") })
        {
            var listed = PdfBuilder.Analyze(File.ReadAllBytes(file)).Pdf!.Scripts!.Select(Told).ToList();

            // It does not print what opening the document runs.
            var printed = PrintedScripts(file).ToList();
            printed.ShouldBe([HandmadeDocument.Scripts[0], HandmadeDocument.Scripts[2]], ignoreOrder: true);
            printed.Select(Expected).ShouldBeSubsetOf(listed);
            listed.ShouldBe(HandmadeDocument.Scripts.Select(Expected), ignoreOrder: true);
        }
    }

    [Fact]
    public void Scripts_InAnObjectStreamOf462Bytes_AreRead()
    {
        // The document of the issue: poppler repairs it and prints its script.
        using var scratch = new ScratchFolder();
        var bytes = new PdfBuilder()
            .ObjectStream(9, (1, "<</Type/Catalog/Pages 2 0 R/OpenAction 3 0 R>>"), (2, "<</Type/Pages/Kids[4 0 R]/Count 1>>"),
                (3, "<</S/JavaScript/JS(app.alert\\(462\\))>>"), (4, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"))
            .Raw("trailer<</Root 1 0 R>>\n").ToArray();
        var report = PdfBuilder.Analyze(bytes);

        report.Pdf!.Scripts!.Single().Text.ShouldBe("app.alert(462)");
        report.Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void ScriptsAndAttachments_RealDocuments_AreThoseThatPopplerPrints()
    {
        using var scratch = new ScratchFolder();
        var attachments = 0;
        foreach (var path in PdfSamples.Documents().Append(scratch.Write("made.pdf", HandmadeDocument.WithEverything())))
        {
            var report = PdfBuilder.Analyze(File.ReadAllBytes(path));
            PrintedScripts(path).Select(Expected).ShouldBeSubsetOf((report.Pdf!.Scripts ?? []).Select(Told), path);
            var printed = DebianTool.Run("poppler-utils", "pdfdetach", "-list", path);
            var listed = printed.Split('\n', StringSplitOptions.RemoveEmptyEntries)[1..];
            for (var i = 1; i <= listed.Length; i++)
            {
                DebianTool.Run("poppler-utils", "pdfdetach", "-save", $"{i}", "-o", scratch.Path("saved"), path);
                var saved = new FileId(SHA256.HashData(File.ReadAllBytes(scratch.Path("saved"))));
                report.Pdf!.Attachments.ShouldNotBeNull(path)
                    .ShouldContain(file => file.Sha256 == saved && listed[i - 1].EndsWith(file.Name!), path);
                attachments++;
            }
        }

        attachments.ShouldBe(2);
    }

    // A line that ends with a colon says where the script is, and an empty one ends it. No script here has more than one line.
    private static IEnumerable<string> PrintedScripts(string path) => DebianTool.Run("poppler-utils", "pdfinfo", "-js", path)
        .Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(line => !line.EndsWith(':'));

    // A report holds a script's beginning; its length and hash are those of the whole.
    private static (int Length, FileId Sha256, string Text) Expected(string script) =>
        (script.Length, new FileId(SHA256.HashData(Encoding.UTF8.GetBytes(script))), script[..Math.Min(script.Length, 1024)]);

    private static (int Length, FileId Sha256, string Text) Told(PdfScript script) => (script.Length, script.Sha256, script.Text);
}
