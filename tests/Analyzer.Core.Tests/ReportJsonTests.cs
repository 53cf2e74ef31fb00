using System.Text;
using System.Text.Json;

namespace Analyzer.Core.Tests;

public sealed class ReportJsonTests
{
    [Fact]
    public void Serialize_AReport_IsTheOneForm() => Text(Samples.Report).ShouldBe("""
        {"sha256":"2e6dcaba7afa1d2489fd842bddfb35ece9b72f09c28d965c27fe0490a21321ec","size":14216,"mediaType":"application/pdf",
        "verdict":"suspicious","score":120,
        "findings":[{"rule":"pdf.javascript","points":120,"count":2,"offset":1234,"reason":"Script that runs in the reader."}],
        "pdf":{"version":"1.5","keywords":{"obj":1,"endobj":2,"stream":3,"endstream":4,"xref":5,"trailer":6,"startxref":7,"/Page":8,
        "/Encrypt":9,"/ObjStm":10,"/JS":11,"/JavaScript":12,"/AA":13,"/OpenAction":14,"/AcroForm":15,"/JBIG2Decode":16,"/RichMedia":17,
        "/Launch":18,"/EmbeddedFile":19,"/XFA":20,"/Colors > 2^24":21},"obfuscated":1},
        "entropy":7.91,"engine":"1","analyzedAt":"2026-11-21T06:00:00.007Z","elapsedMs":3.1}
        """.ReplaceLineEndings(""));

    [Fact]
    public void Deserialize_ASerializedReport_GivesItBack()
    {
        var back = ReportJson.Deserialize(ReportJson.Serialize(Samples.Report));

        Text(back).ShouldBe(Text(Samples.Report));
        (back with { Findings = Samples.Report.Findings }).ShouldBe(Samples.Report);
        back.Findings.ShouldBe(Samples.Report.Findings);
    }

    [Fact]
    public void Serialize_NoPdf_HasNoPdfMember()
    {
        var report = Samples.Report with { Pdf = null, Verdict = Verdict.Unable };

        Text(report).ShouldNotContain("\"pdf\"");
        ReportJson.Deserialize(ReportJson.Serialize(report)).Pdf.ShouldBeNull();
    }

    [Theory]
    [InlineData(Verdict.Clean, "clean")]
    [InlineData(Verdict.Suspicious, "suspicious")]
    [InlineData(Verdict.Malicious, "malicious")]
    [InlineData(Verdict.Unable, "unable")]
    public void Serialize_AVerdict_IsItsLowerCaseName(Verdict verdict, string name)
    {
        var report = Samples.Report with { Verdict = verdict };

        Text(report).ShouldContain($"\"verdict\":\"{name}\"");
        ReportJson.Deserialize(ReportJson.Serialize(report)).Verdict.ShouldBe(verdict);
    }

    [Theory]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("[1]")]
    [InlineData("not JSON")]
    [InlineData("sha256")]
    [InlineData("verdict")]
    public void Deserialize_WhatIsNoReport_Refuses(string what)
    {
        var json = what switch
        {
            "sha256" => Text(Samples.Report).Replace("2e6dcaba", "2e6d"),
            "verdict" => Text(Samples.Report).Replace("suspicious", "2"),
            _ => what,
        };

        Should.Throw<JsonException>(() => ReportJson.Deserialize(Encoding.UTF8.GetBytes(json)));
    }

    private static string Text(AnalysisReport report) => Encoding.UTF8.GetString(ReportJson.Serialize(report));
}
