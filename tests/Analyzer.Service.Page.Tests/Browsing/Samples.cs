using System.Security.Cryptography;
using System.Text;
using Analyzer.Core;
using Analyzer.Engines;

namespace Analyzer.Service.Page.Tests.Browsing;

/// <summary>Files to submit, and reports of files that were.</summary>
internal static class Samples
{
    public static FilePayload Clean { get; } = Pdf("minutes.pdf", "<< /Type /Catalog /Pages 2 0 R >>");

    /// <summary>Script that runs on opening and starts a program, half of it in disguise: written for this test, and harmless.</summary>
    public static FilePayload Malicious { get; } =
        Pdf(
            "invoice.pdf",
            "<< /Type /Catalog /OpenAction << /S /J#61vaScript /JS (app.alert\\(1\\)) >> /AA << /O << /S /Launch /F (calc.exe) >> >> >>");

    /// <summary>Text that tries to be markup, a link, or something else than it is; a document may hold all of it.</summary>
    public const string Markup = "<img src=x onerror=\"document.title='owned'\"><b>bold</b>&amp;";

    /// <summary>A report on a document that strangers wrote everything in: long, full of markup, and turned around.</summary>
    public static AnalysisReport Hostile { get; } = Report(
        50_000,
        Verdict.Malicious,
        new Finding("pdf.open-action", 45, 1, 20, "Acts when opened."),
        new Finding("pdf.javascript", 120, 3, 1234, "Runs script.")
        {
            Places = [new Place(1234, 12, 7), new Place(5678, 13), new Place(9_000_000)],
            Excerpt = $@"/JS (app.alert\(1\)) {new string('A', 300)}",
        },
        new Finding("pdf.embedded-file", 0, 1, 30, "Carries a file."))
        with
    {
        MediaType = "application/pdf",
        Pdf = new PdfSummary("1.7", new PdfKeywords([.. Enumerable.Range(0, 21).Select(index => (long)(index % 3))]), 0)
        {
            Inside = new PdfKeywords([.. Enumerable.Range(0, 21).Select(index => (long)(index % 2))]),
            Scripts = [new PdfScript(new Place(1234, 12, 7), 4000, Id(1), $"var a = 1;\n\u202E{Markup}\0{new string('x', 900)}")],
            Attachments =
            [
                new PdfAttachment("invoice\u202Efdp.exe", new Place(77, 14), 12_345, Id(2), "application/vnd.microsoft.portable-executable",
                    "executable"),
                new PdfAttachment(null, new Place(78), null, null, null, null),
            ],
            Links = [@"\\server\share\", "https://example.org/\u202Etxt.exe", $"javascript:{Markup}", new string('l', 900)],
        },
        Coverage = new Coverage
        {
            Streams = 12,
            Opened = 3,
            Skipped = new SkippedStreams(2, 1, 5, 0, 0, 0, 1),
            UnopenedObjectStreams = 1,
            UnreadScripts = 0,
            ActionsWithoutTarget = 2,
            DecodedBytes = 4321,
        },
        Unable =
        [
            new UnableReason("object-stream-broken", 1, $"An object stream was not opened: {Markup}"),
            new UnableReason("action-unseen", 2, "The target of an action\u202E was not seen."),
        ],
    };

    private static FileId Id(int number) => new(SHA256.HashData(BitConverter.GetBytes(-number)));

    public static FilePayload Pdf(string name, string catalog, string trailer = "") => File(name, Encoding.ASCII.GetBytes(
        $"%PDF-1.5\n1 0 obj\n{catalog}\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n"
        + $"trailer\n<< /Root 1 0 R {trailer}>>\nstartxref\n0\n%%EOF\n"));

    /// <summary>Bytes of no type that the engine understands.</summary>
    public static FilePayload Noise(string name, int length)
    {
        var bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        bytes[0] = 1; // a few bytes could be text by chance
        return File(name, bytes);
    }

    public static FilePayload File(string name, byte[] content) =>
        new() { Name = name, MimeType = "application/octet-stream", Buffer = content };

    public static FileId Id(this FilePayload file) => new(SHA256.HashData(file.Buffer));

    public static string Sha256(this FilePayload file) => Convert.ToHexStringLower(SHA256.HashData(file.Buffer));

    /// <summary>Stores reports without a submission.</summary>
    public static Task SaveAsync(this AnalyzerHost host, IEnumerable<AnalysisReport> reports) =>
        Task.WhenAll(reports.Select(report => host.Store.SaveAsync(report, TestContext.Current.CancellationToken))).Within();

    /// <param name="minutesAgo">Also makes the report's identity.</param>
    public static AnalysisReport Report(int minutesAgo, Verdict verdict, params Finding[] findings) => new()
    {
        Sha256 = new FileId(SHA256.HashData(BitConverter.GetBytes(minutesAgo))),
        Size = 1000 + minutesAgo,
        MediaType = "application/pdf",
        Verdict = verdict,
        Score = findings.Sum(finding => finding.Points),
        Findings = findings,
        Entropy = 4.2,
        Engine = FileAnalysis.EngineVersion,
        AnalyzedAt = new DateTimeOffset(2026, 1, 2, 12, 0, 0, TimeSpan.Zero).AddMinutes(-minutesAgo),
        ElapsedMs = 1.5,
    };
}
