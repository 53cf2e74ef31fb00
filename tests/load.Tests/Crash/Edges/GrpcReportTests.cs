using System.Text;
using Analyzer.Protos.V1;
using Google.Protobuf.WellKnownTypes;
using Load.Crash.Edges;

namespace Load.Tests.Crash.Edges;

public sealed class GrpcReportTests
{
    [Fact]
    public void ToJson_ReportOfAPdf_IsTheFormOfTheContract()
    {
        var report = new AnalysisReport
        {
            Sha256 = "ab12",
            Size = 14216,
            MediaType = "application/pdf",
            Verdict = Verdict.Malicious,
            Score = 100,
            Findings = { new Finding { Rule = "pdf.javascript", Points = 100, Count = 2, Offset = 1234, Reason = "Runs <code> & more" } },
            Pdf = new PdfSummary { Version = "1.5", Keywords = { new KeywordCount { Name = "/Colors > 2^24", Count = 3 } }, Obfuscated = 1 },
            Entropy = 7.91,
            Engine = "1",
            AnalyzedAt = Timestamp.FromDateTime(new DateTime(2026, 11, 21, 6, 0, 0, 70, DateTimeKind.Utc)),
            ElapsedMs = 3.1,
        };

        string[] members =
        [
            """ "sha256":"ab12","size":14216,"mediaType":"application/pdf","verdict":"malicious","score":100 """,
            """ "findings":[{"rule":"pdf.javascript","points":100,"count":2,"offset":1234,"reason":"Runs <code> & more"}] """,
            """ "pdf":{"version":"1.5","keywords":{"/Colors > 2^24":3},"obfuscated":1} """,
            """ "entropy":7.91,"engine":"1","analyzedAt":"2026-11-21T06:00:00.070Z","elapsedMs":3.1 """,
        ];
        Encoding.UTF8.GetString(GrpcReport.ToJson(report)).ShouldBe($"{{{string.Join(',', members.Select(member => member.Trim()))}}}");
    }

    [Fact]
    public void ToJson_ReportWithoutAPdf_HasNoSuchMember()
    {
        var report = new AnalysisReport { Verdict = Verdict.Unable, AnalyzedAt = new Timestamp() };

        Encoding.UTF8.GetString(GrpcReport.ToJson(report)).ShouldNotContain("pdf");
    }
}
