using System.Text;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Analyzer.Transports.Rest;

namespace Load.Tests.Systems.Analyzer.Transports.Rest;

public sealed class RestReportTests
{
    private const string Hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    [Fact]
    public void Read_Report_TakesTopLevelMembersOnly()
    {
        var answer = Read($$"""
            { "findings": [ { "rule": "pdf.javascript", "size": 3, "verdict": "clean" } ], "size": 14216, "sha256": "{{Hex}}",
              "pdf": { "keywords": { "sha256": 1 } }, "verdict": "malicious", "elapsedMs": 3.1 }
            """);

        answer.Fault.ShouldBeNull();
        answer.Kind.ShouldBe(AnalyzerResponseKind.New);
        answer.Size.ShouldBe(14216);
        answer.Verdict.ShouldBe(ReportVerdict.Malicious);
        answer.Sha256.ToString().ShouldBe(Hex);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("\"x\"")]
    [InlineData("""{ "size": "12" }""")]
    [InlineData("""{ "size": 12 """)]
    public void Read_AnythingElse_IsAFault(string json) => Read(json).Fault.ShouldBe("the answer is not a report");

    [Theory]
    [InlineData("""{ "title": "Too many", "status": 429 }""", "429 Too many")]
    [InlineData("""{ "status": 429 }""", "429")]
    [InlineData("no JSON", "429")]
    [InlineData("[1]", "429")]
    public void Problem_Body_GivesItsTitleWhenItHasOne(string body, string text) =>
        RestReport.Problem(429, Encoding.UTF8.GetBytes(body)).ShouldBe(text);

    private static AnalyzerResponse Read(string json) => RestReport.Read(Encoding.UTF8.GetBytes(json), AnalyzerResponseKind.New);
}
