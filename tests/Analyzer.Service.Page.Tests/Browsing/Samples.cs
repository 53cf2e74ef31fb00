using System.Security.Cryptography;
using System.Text;
using Analyzer.Core;

namespace Analyzer.Service.Page.Tests.Browsing;

/// <summary>Files to submit, and reports of files that were.</summary>
internal static class Samples
{
    public static FilePayload Clean { get; } = Pdf("minutes.pdf", "<< /Type /Catalog /Pages 2 0 R >>");

    /// <summary>Script that runs on opening and starts a program, half of it in disguise: written for this test, and harmless.</summary>
    public static FilePayload Malicious { get; } =
        Pdf("invoice.pdf", "<< /Type /Catalog /OpenAction << /S /J#61vaScript /JS (app.alert\\(1\\)) >> /AA << /O << /S /Launch /F (calc.exe) >> >> >>");

    public static FilePayload Pdf(string name, string catalog) => File(name, Encoding.ASCII.GetBytes(
        $"%PDF-1.5\n1 0 obj\n{catalog}\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n"));

    /// <summary>Bytes of no type that the engine understands.</summary>
    public static FilePayload Noise(string name, int length)
    {
        var bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        return File(name, bytes);
    }

    public static FilePayload File(string name, byte[] content) => new() { Name = name, MimeType = "application/octet-stream", Buffer = content };

    public static string Sha256(this FilePayload file) => Convert.ToHexStringLower(SHA256.HashData(file.Buffer));

    /// <summary>As if they had been submitted.</summary>
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
        Engine = 1,
        AnalyzedAt = new DateTimeOffset(2026, 1, 2, 12, 0, 0, TimeSpan.Zero).AddMinutes(-minutesAgo),
        ElapsedMs = 1.5,
    };
}
