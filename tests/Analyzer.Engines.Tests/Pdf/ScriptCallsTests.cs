using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>A function in a document does what its callers make it do: nothing before somebody calls it.</summary>
public sealed class ScriptCallsTests
{
    private const string Sends = "function send\\(\\) { app.launchURL\\('http://a.example/'\\); } " +
        "function check\\(\\) { app.alert\\('!'\\); }";

    [Fact]
    public void Complete_FunctionsThatNobodyCalls_AreNotJudgedAsRun()
    {
        var report = Document(Sends, "event.value = 1").Analyze();

        report.Verdict.ShouldBe(Verdict.Clean);
        Triggers(report, "pdf.script-connects").ShouldBe("none");
    }

    /// <summary>The tree of scripts stands before what names it, so that any script may be in it.</summary>
    [Fact]
    public void Complete_FunctionsInATreeThatHasPassed_WaitForTheClick()
    {
        var report = new PdfBuilder().Object(7, "<</Subtype/Widget/FT/Btn/AA<</D 8 0 R>>>>").Object(8, "<</S/JavaScript/JS(send\\(\\))>>")
            .Object(2, "<</Names[(a) 3 0 R]>>").Object(3, $"<</S/JavaScript/JS({Sends})>>")
            .Object(1, "<</Type/Catalog/Names<</JavaScript 2 0 R>>>>").Analyze();

        report.Verdict.ShouldBe(Verdict.Clean);
        Triggers(report, "pdf.script-connects").ShouldBe("click");
    }

    [Theory]
    [InlineData("send\\(\\)")]
    [InlineData("this.send\\(\\)")]
    [InlineData("var f = send; f\\(\\)")]
    [InlineData("this['se' + 'nd']\\(\\)")]
    [InlineData("this[name]\\(\\)")]
    [InlineData("eval\\('send\\(\\)'\\)")]
    [InlineData("eval\\(name\\)")]
    [InlineData("app.setTimeOut\\('send\\(\\)', 9\\)")]
    [InlineData("function a\\(\\) { b\\(\\); } function b\\(\\) { send\\(\\); } a\\(\\);")]
    [InlineData("if \\( {")]
    public void Complete_FunctionThatTheOpeningCalls_IsJudgedAsOpening(string opening)
    {
        var report = Document(Sends, opening).Analyze();

        report.Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);
        Triggers(report, "pdf.script-connects").ShouldBe("open");
    }

    [Fact]
    public void Complete_FunctionThatAButtonCalls_IsJudgedAsAClick()
    {
        var report = Document(Sends, "event.value = 1")
            .Object(7, "<</Subtype/Widget/A<</S/JavaScript/JS(send\\(\\))>>>>").Analyze();

        report.Verdict.ShouldBe(Verdict.Clean);
        Triggers(report, "pdf.script-connects").ShouldBe("click");
    }

    [Fact]
    public void Complete_ClickOfAnXmlFormThatItsOpeningRuns_IsJudgedAsOpening()
    {
        const string Click = "<event activity='click'><script contentType='text/javascript'>" +
            "app.launchURL('http://a.example/')</script></event>";
        const string Run = "<event activity='initialize'><script contentType='text/javascript'>b.execEvent('click')</script></event>";

        Triggers(Form(Click), "pdf.script-connects").ShouldBe("click");
        Form(Click).Verdict.ShouldBe(Verdict.Clean);
        Triggers(Form($"{Run}{Click}"), "pdf.script-connects").ShouldBe("open");
        Form($"{Run}{Click}").Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_ManyScripts_AreListedUpToABound()
    {
        var builder = new PdfBuilder();
        for (var number = 1; number <= 300; number++)
        {
            builder.Object(number, $"<</S/JavaScript/JS(var a = {number};)>>");
        }

        builder.Analyze().Pdf!.Scripts!.Count.ShouldBe(300);
        builder.Analyze().Pdf!.ScriptsNotListed.ShouldBe(0);
        for (var number = 301; number <= 600; number++)
        {
            builder.Object(number, $"<</S/JavaScript/JS(var a = '{new string('x', 2000)}';)>>");
        }

        var pdf = builder.Analyze().Pdf!;
        pdf.Scripts!.Count.ShouldBeInRange(301, 400);
        (pdf.Scripts.Count + pdf.ScriptsNotListed).ShouldBe(600);
    }

    private static PdfBuilder Document(string named, string opening) => new PdfBuilder()
        .Object(1, "<</Type/Catalog/Pages 2 0 R/OpenAction 3 0 R/Names<</JavaScript<</Names[(a)4 0 R]>>>>>>")
        .Object(2, "<</Type/Pages/Kids[]/Count 0>>")
        .Object(3, $"<</S/JavaScript/JS({opening})>>")
        .Object(4, $"<</S/JavaScript/JS({named})>>");

    private static AnalysisReport Form(string events) => new PdfBuilder()
        .Object(1, "<</Type/Catalog/AcroForm<</XFA 5 0 R>>>>")
        .Stream(5, "/Filter/FlateDecode", PdfBuilder.Zlib(System.Text.Encoding.UTF8.GetBytes($"<xdp><template>{events}</template></xdp>")))
        .Analyze();

    private static string? Triggers(AnalysisReport report, string rule) =>
        report.Findings.SingleOrDefault(finding => finding.Rule == rule)?.Trigger;
}
