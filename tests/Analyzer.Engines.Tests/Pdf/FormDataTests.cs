using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Data of forms, which readers open from a mail as they open a PDF (ISO 32000-2, 12.7.8).</summary>
public sealed class FormDataTests
{
    private const string Starts = "(app.launchURL\\('http://a.example/b'\\))";

    [Theory]
    [InlineData("/Fields[<</T(name)/V(Ada)>><</T(sum)/V(12)>>]/F(form.pdf)/ID[<00><01>]")]
    [InlineData("/F(https://forms.example/a.pdf)/Status(Thank you)")]
    [InlineData("/F(file:///C|/forms/a.pdf)/Fields[]")]
    [InlineData("/Fields[<</T(a)/A<</S/JavaScript/JS(AFNumber_Format\\(2,0,0,0,\"\",true\\))>>>>]")]
    [InlineData("/JavaScript<</Before(var a = 1;)/After 6 0 R/Doc[(My first script)(var b = 2;)]>>")]
    public void Complete_OrdinaryData_IsClean(string data)
    {
        var report = Report(data, "(var c = 3;)");

        report.MediaType.ShouldBe(MediaTypes.FormData);
        report.Verdict.ShouldBe(Verdict.Clean);
        report.Pdf!.Version.ShouldBe("1.2");
    }

    [Theory]
    [InlineData("/JavaScript<</Before" + Starts + ">>", "null", "pdf.script-connects")]
    [InlineData("/JavaScript<</After 6 0 R>>", Starts, "pdf.script-connects")]
    [InlineData("/JavaScript 6 0 R", "<</AfterPermsReady" + Starts + ">>", "pdf.script-connects")]
    [InlineData("/JavaScript<</Doc[(a)(1)(b)" + Starts + "]>>", "null", "pdf.script-connects")]
    [InlineData("/JavaScript<</Doc[(a)6 0 R]>>", Starts, "pdf.script-connects")]
    [InlineData("/F(\\\\\\\\host\\\\share\\\\a.pdf)", "null", "pdf.link-share")]
    [InlineData("/F<</F(\\\\\\\\host\\\\share\\\\a.pdf)>>", "null", "pdf.link-share")]
    [InlineData("/Fields[<</T(a)/A<</S/Launch/F(a.exe)>>>>]", "null", "pdf.launch-program")]
    [InlineData("/Fields[<</T(a)/AA<</F 6 0 R>>>>]", "<</S/Launch/F(a.exe)>>", "pdf.launch-program")]
    public void Complete_DataThatAct_AreToldHoweverTheirObjectsLie(string data, string other, string rule)
    {
        foreach (var file in new[] { Data(data, other), Reversed(data, other) })
        {
            var report = Judged.Of(file);

            report.Rules().ShouldContain(rule);
            report.Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);
        }
    }

    [Fact]
    public void Complete_AListOfScriptsThatLiesElsewhere_IsRead()
    {
        var report = Judged.Of(Join(Catalog("/JavaScript<</Doc 6 0 R>>"),
            $"6 0 obj\n[(a) 7 0 R (b) 8 0 R]\nendobj\n7 0 obj\n<<>>\nstream\nvar a = 1;\nendstream\nendobj\n8 0 obj\n{Starts}\nendobj\n"));

        report.Rules().ShouldContain("pdf.script-connects");
        report.Gaps().ShouldBeEmpty();
    }

    [Fact]
    public void Complete_AListOfScriptsThatIsNotFollowed_IsUnable() =>
        Report("/JavaScript<</Doc 6 0 R>>", "[(a)(app.beep\\(\\))]").Gaps().ShouldContain("script-unread");

    [Fact]
    public void Complete_DataInAMail_AreOpened()
    {
        var data = Convert.ToBase64String(Data("/JavaScript<</After" + Starts + ">>", "null"));
        var report = Judged.Of("From: a@a.example\r\nSubject: a\r\nMIME-Version: 1.0\r\n"
            + $"Content-Type: application/vnd.fdf; name=\"a.fdf\"\r\nContent-Transfer-Encoding: base64\r\n\r\n{data}\r\n");

        report.Part("a.fdf").MediaType.ShouldBe(MediaTypes.FormData);
        report.Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);
    }

    [Fact]
    public void Complete_AFormOutsideOfADocument_IsUnableWithItsScripts()
    {
        const string Form = "<?xml version=\"1.0\"?><xdp:xdp xmlns:xdp=\"http://ns.adobe.com/xdp/\"><template>{0}</template></xdp:xdp>";

        Judged.Of(string.Format(Form, "<field name=\"a\"/>")).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(string.Format(Form, "<event activity=\"initialize\"><script>app.launchURL('http://a.example/')</script></event>"))
            .Gaps().ShouldBe(["not-judged"]);
    }

    private static AnalysisReport Report(string data, string other) => Judged.Of(Data(data, other));

    private static byte[] Data(string data, string other) => Join(Catalog(data), $"6 0 obj\n{other}\nendobj\n");

    private static byte[] Reversed(string data, string other) => Join($"6 0 obj\n{other}\nendobj\n", Catalog(data));

    private static string Catalog(string data) => $"1 0 obj\n<</FDF<<{data}>>>>\nendobj\n";

    private static byte[] Join(string first, string second) =>
        System.Text.Encoding.Latin1.GetBytes($"%FDF-1.2\n%\u00E2\u00E3\u00CF\u00D3\n{first}{second}trailer\n<</Root 1 0 R>>\n%%EOF\n");
}
