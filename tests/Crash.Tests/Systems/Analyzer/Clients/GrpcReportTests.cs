using System.Text;
using Analyzer.Protos.V1;
using Crash.Systems.Analyzer.Clients;
using Google.Protobuf.WellKnownTypes;

namespace Crash.Tests.Systems.Analyzer.Clients;

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
            Pdf = new PdfSummary
            {
                Version = "1.5",
                Keywords = { new KeywordCount { Name = "/Colors > 2^24", Count = 3 } },
                Obfuscated = 1,
            },
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
        var json = $"{{{string.Join(',', members.Select(member => member.Trim()))}}}";
        Encoding.UTF8.GetString(GrpcReport.ToJson(report)).ShouldBe(json);
    }

    [Fact]
    public void ToJson_ReportOfWhatIsInside_IsTheFormOfTheContract()
    {
        var place = new Place { Offset = 7, Object = 3, Inside = 12 };
        var report = new AnalysisReport
        {
            Verdict = Verdict.Malicious,
            Findings = { new Finding { Rule = "pdf.js", Places = { place, new Place { Offset = 9 } }, Excerpt = "/JS" } },
            Pdf = new PdfSummary
            {
                Inside = { new KeywordCount { Name = "/JS", Count = 1 } },
                Scripts = { new PdfScript { Place = place, Length = 2, Sha256 = "cd34", Text = "1;", Cut = true } },
                Attachments =
                {
                    new PdfAttachment { Place = place },
                    new PdfAttachment { Name = "a", Place = place, Size = 0, Kind = "text" },
                },
                Links = { "http://a.example/" },
            },
            Coverage = new Coverage { Streams = 5, Opened = 2, Skipped = new SkippedStreams { Image = 3 }, DecodedBytes = 99 },
            AnalyzedAt = new Timestamp(),
        };

        const string where = """{"offset":7,"object":3,"inside":12}""";
        string[] members =
        [
            $$"""
            "places":[{{where}},{"offset":9}],"excerpt":"/JS"}],"pdf":{"version":"","keywords":{},"obfuscated":0,"inside":{"/JS":1},
            """,
            $$"""
            "scripts":[{"place":{{where}},"length":2,"sha256":"cd34","text":"1;","cut":true}],
            """,
            $$"""
            "attachments":[{"place":{{where}}},{"name":"a","place":{{where}},"size":0,"kind":"text"}],"links":["http://a.example/"]},
            """,
            """
            "coverage":{"streams":5,"opened":2,"skipped":{"image":3,"font":0,"other":0,"unknownFilter":0,"overLimit":0,"encrypted":0,
            """,
            """
            "broken":0},"unopenedObjectStreams":0,"unreadScripts":0,"actionsWithoutTarget":0,"decodedBytes":99},"entropy":
            """,
        ];
        Encoding.UTF8.GetString(GrpcReport.ToJson(report)).ShouldContain(string.Concat(members));
    }

    [Fact]
    public void ToJson_ReportWithoutAPdf_HasNoSuchMember()
    {
        var report = new AnalysisReport { Verdict = Verdict.Unable, AnalyzedAt = new Timestamp() };

        Encoding.UTF8.GetString(GrpcReport.ToJson(report)).ShouldNotContain("pdf");
    }
}
