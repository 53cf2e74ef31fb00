using System.Globalization;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Links;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class LinkTests
{
    [Theory]
    [InlineData("http://www.example.com/a.html", "")]
    [InlineData("https://www.example.com", "")]
    [InlineData("www.example.com", "")]
    [InlineData("//www.example.com/a", "")]
    [InlineData("mailto:a@example.com", "")]
    [InlineData("http://a.example/get?file=a.exe", "")]
    [InlineData("#page=5", "")]
    [InlineData("javascript:void(0);", "")]
    [InlineData("JavaScript: window.print()", "")]
    [InlineData("javascript:", "")]
    [InlineData("javascript:void(alert(1))", "pdf.link-code")]
    [InlineData("javascript:window.print();alert(1)", "pdf.link-code")]
    [InlineData("file:a.pdf", "")]
    [InlineData("file:./a.pdf", "")]
    [InlineData("file:///home/someone/texmf/a.tex", "")] // Left behind by its author: it is on no other machine.
    [InlineData("file:///Users/someone/Work/a.html#b", "")]
    [InlineData("file:///C:/Users/someone/Documents/a.docx", "")]
    [InlineData("file://C:\\Users\\someone\\Desktop\\a.html", "")]
    [InlineData("file://C:\\Windows\\a.html", "pdf.link-file")]
    [InlineData("http://a.example/invoice.url", "pdf.link-program")]
    [InlineData("file:///home/someone/a.sh", "pdf.link-program")]
    [InlineData("file:///C:/Users/Public/a.html", "pdf.link-file")]
    [InlineData("file:///home/someone/../../etc/passwd", "pdf.link-file")]
    [InlineData("file:///home/a.html", "pdf.link-file")]
    [InlineData("file://home/someone/a.html", "pdf.link-share")]
    [InlineData("file:///manual/a/b.html", "")] // Was to be relative: no system has such a folder.
    [InlineData("file:/book/a.html#b", "")]
    [InlineData("file:///manual/a.exe", "pdf.link-program")]
    [InlineData("file:///manual/../etc/passwd", "pdf.link-file")]
    [InlineData("file:///D:/manual/a.html", "pdf.link-file")]
    [InlineData("file:///ETC/passwd", "pdf.link-file")]
    [InlineData("file:///a.html", "pdf.link-file")]
    [InlineData("http://a.example/update.exe", "pdf.link-program")]
    [InlineData("HTTP://a.example/UPDATE.EXE?x=1#y", "pdf.link-program")]
    [InlineData("http://a.example/update.ex%65", "pdf.link-program")]
    [InlineData("setup.msi", "pdf.link-program")]
    [InlineData("ms-msdt:/id PCWDiagnostic", "pdf.link-handler")]
    [InlineData("MS-MSDT:-id", "pdf.link-handler")]
    [InlineData("search-ms:query=a&crumb=location:\\\\h\\s", "pdf.link-handler")]
    [InlineData("shell:Startup", "pdf.link-handler")]
    [InlineData("javascript:alert(1)", "pdf.link-code")]
    [InlineData(" java\tscript:alert(1)", "pdf.link-code")]
    [InlineData("vbscript:a", "pdf.link-code")]
    [InlineData("data:text/html,<script>", "pdf.link-code")]
    [InlineData("\\\\192.0.2.7\\share\\a.txt", "pdf.link-share")]
    [InlineData("file://192.0.2.7/share/a.txt", "pdf.link-share")]
    [InlineData("file:////host/share", "pdf.link-share")]
    [InlineData("smb://host/share", "pdf.link-share")]
    [InlineData("file:///C:/Windows/win.ini", "pdf.link-file")]
    [InlineData("file:C:/Windows/win.ini", "pdf.link-file")]
    [InlineData("file://localhost/etc/passwd", "pdf.link-file")]
    public void Complete_ALinkOnAClick_IsJudgedByWhereItLeads(string uri, string rule)
    {
        var hex = Convert.ToHexString(System.Text.Encoding.Latin1.GetBytes(uri));
        PdfBuilder[] documents =
        [
            new PdfBuilder().Object(1, $"<</Subtype/Link/A<</S/URI/URI<{hex}>>>>>"),
            new PdfBuilder().Object(1, "<</Subtype/Link/A 2 0 R>>").Object(2, $"<</S/URI/URI<{hex}>>>"),
            new PdfBuilder().ObjectStream(9, (1, "<</Subtype/Link/A 2 0 R>>"), (2, $"<</URI<{hex}>/S/URI>>")),
        ];
        foreach (var report in documents.Select(document => document.Analyze()))
        {
            report.Findings.Where(finding => finding.Points > 0).Select(finding => finding.Rule).ShouldBe(rule.Length == 0 ? [] : [rule]);
            report.Verdict.ShouldBe(rule.Length == 0 ? Verdict.Clean : Verdict.Suspicious);
        }
    }

    [Theory]
    [InlineData("<</S/Launch/F(appendix.pdf)>>", Verdict.Clean)]
    [InlineData("<</S/Launch/F<</F(appendix.doc)>>>>", Verdict.Clean)]
    [InlineData("<</S/Launch/F(movie.avi)/NewWindow true>>", Verdict.Clean)]
    [InlineData("<</S/Launch/F(a.sh)>>", Verdict.Suspicious)]
    [InlineData("<</S/Launch/F(C:/Windows/System32/cmd.exe)>>", Verdict.Suspicious)]
    [InlineData("<</S/Launch/F(/bin/sh)>>", Verdict.Suspicious)]
    [InlineData("<</S/Launch/F(/Applications/Calculator.app/Contents/MacOS/Calculator)>>", Verdict.Suspicious)]
    [InlineData("<</S/Launch/Win<</F(powershell)>>>>", Verdict.Suspicious)]
    [InlineData("<</S/Launch/Win<</F(a.pdf)/P(-x)>>>>", Verdict.Suspicious)]
    [InlineData("<</S/Launch/F<</Unix(/usr/bin/xterm)>>>>", Verdict.Suspicious)]
    [InlineData("<</S/GoToR/F(\\\\\\\\h\\\\s)/D[0/Fit]>>", Verdict.Suspicious)]
    [InlineData("<</S/GoToR/F(b.pdf)/D[0/Fit]>>", Verdict.Clean)]
    [InlineData("<</S/SubmitForm/F<</FS/URL/F(http://a.example/cgi-bin/form.exe)>>>>", Verdict.Clean)]
    [InlineData("<</S/SubmitForm/F<</FS/URL/F(javascript:alert\\(1\\))>>>>", Verdict.Suspicious)]
    public void Complete_AFileOnAClick_IsJudgedByWhatItIs(string action, Verdict verdict) =>
        new PdfBuilder().Object(1, "<</OpenAction[3 0 R/Fit]>>").Object(2, $"<</Subtype/Link/A{action}>>").Analyze()
            .Verdict.ShouldBe(verdict);

    [Theory]
    [InlineData("http://192.0.2.7/", HostMarks.IpAddress)]
    [InlineData("http://3221225985/a", HostMarks.IpAddress)]
    [InlineData("http://0xC0000207:80/a", HostMarks.IpAddress)]
    [InlineData("https://[2001:db8::1]:443/", HostMarks.IpAddress)]
    [InlineData("https://xn--pple-43d.com/", HostMarks.Punycode)]
    [InlineData("https://www.bank.example@192.0.2.7/", HostMarks.UserInfo | HostMarks.IpAddress)]
    [InlineData("https://www.example.com/a@b", HostMarks.None)]
    [InlineData("mailto:a@192.0.2.7", HostMarks.None)]
    public void Of_AHost_IsMarked(string uri, object marks) => LinkTarget.Of(uri, isUri: true).Host.ShouldBe((HostMarks)marks);

    [Theory]
    [InlineData("a.pdf", ActionKinds.File)]
    [InlineData("C:\\a.pdf", ActionKinds.File)]
    [InlineData("Re: a.pdf", ActionKinds.None)] // As a scheme that nobody knows.
    [InlineData("//host/a", ActionKinds.Share)]
    [InlineData("\\\\h\u0001", ActionKinds.File)] // No text: encrypted.
    [InlineData("command.com", ActionKinds.File | ActionKinds.Program)]
    [InlineData("", ActionKinds.None)]
    public void Of_AFilesName_IsKnown(string name, object kinds) => LinkTarget.Of(name, isUri: false).Kinds.ShouldBe((ActionKinds)kinds);

    [Theory]
    [InlineData("/Rect[0 0 595 842]", "/S/URI/URI(http://a.example/)", 1)]
    [InlineData("/Rect[0 0 594.5 841.9]", "/S/SubmitForm/F(http://a.example/)", 1)]
    [InlineData("/Rect[595 842 0 0]", "/S/JavaScript/JS(1)", 1)]
    [InlineData("/Rect[0 0 595 842]/AP<<>>", "/S/URI/URI(http://a.example/)", 0)]
    [InlineData("/Rect[0 0 595 842]", "/S/GoTo/D[1 0 R/Fit]", 0)]
    [InlineData("/Rect[50 50 500 90]", "/S/URI/URI(http://a.example/)", 0)]
    public void Complete_ALinkOverAWholePage_IsTold(string rectangle, string action, int count)
    {
        var report = new PdfBuilder().Object(1, $"<</Subtype/Link{rectangle}/A<<{action}>>>>").Analyze();

        var elsewhere = new PdfBuilder()
            .Object(1, $"<</Type/Page/Annots[<</Subtype/Link/A 5 0 R{rectangle}>>]>>").Object(5, $"<<{action}>>");
        elsewhere.Analyze().Findings.Count(finding => finding.Rule == "pdf.covered-page").ShouldBe(count);
        report.Findings.Count(finding => finding.Rule == "pdf.covered-page").ShouldBe(count);
        report.Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_ALinkOverASmallPage_IsTold() => new PdfBuilder()
        .Object(1, "<</Type/Page/MediaBox[0 0 360 270]/Annots[<</Rect[0 0 360 270]/A<</S/URI/URI(http://a.example/)>>>>]>>").Analyze()
        .Findings.ShouldContain(finding => finding.Rule == "pdf.covered-page");

    /// <summary>A page whose links lie elsewhere may be passed over, or not when it is cut.</summary>
    [Fact]
    public void Complete_PagesOfSeveralSizes_AreToldAlikeHoweverTheyAreCut()
    {
        var report = Judged.Of(new PdfBuilder()
            .Object(1, "<</Type/Page/Annots[<</Rect[0 0 595 842]/A<</S/URI/URI(http://a.example/)>>>>]/MediaBox[0 0 595 842]>>")
            .Object(2, "<</Type/Page/MediaBox[0 0 2000 3000]/Resources<</Font<<>>>>/Contents[4 0 R 5 0 R]>>").ToArray());

        report.Findings.Single(finding => finding.Rule == "pdf.covered-page").Excerpt.ShouldBe("100 % of the page");
    }

    [Theory]
    [InlineData("<</S/URI/URI 3 0 R>>", "(ms-msdt:/id x)", "null", "pdf.link-handler")]
    [InlineData("<</S/URI/URI 3 0 R>>", "(http://a.example/a.exe)", "null", "pdf.link-program")]
    [InlineData("<</S/URI/URI 3 0 R>>", "(www.example.com)", "null", null)]
    [InlineData("<</S 4 0 R/URI 3 0 R>>", "(javascript:alert)", "/URI", "pdf.link-code")]
    [InlineData("<</S/GoToR/F 3 0 R>>", "(\\\\\\\\host\\\\share)", "null", "pdf.link-share")]
    [InlineData("<</S/GoToR/F 3 0 R>>", "<</Type/Filespec/F 4 0 R>>", "(//host/share)", "pdf.link-share")]
    [InlineData("<</S/SubmitForm/F 3 0 R>>", "<</FS/URL/F 4 0 R>>", "(smb://host/share)", "pdf.link-share")]
    [InlineData("<</S/Launch/F 3 0 R>>", "<</F 4 0 R>>", "(a.exe)", "pdf.launch-program")]
    [InlineData("<</S/Launch/Win 3 0 R>>", "<</F(cmd.exe)/P(/c x)>>", "null", "pdf.launch-program")]
    [InlineData("<</S/Launch/Win<</F 3 0 R/P 4 0 R>>>>", "(cmd)", "(/c x)", "pdf.launch-program")]
    [InlineData("<</S/Launch/F 3 0 R>>", "(a.txt)", "null", null)]
    [InlineData("<</S/GoToR/F 3 0 R>>", "<</F 4 0 R>>", "(a.pdf)", null)]
    public void Complete_ATargetInAnotherObject_IsThatOfTheLink(string action, string third, string fourth, string? rule)
    {
        const string link = "<</Subtype/Link/A 2 0 R>>";
        PdfBuilder[] documents =
        [
            new PdfBuilder().Object(1, link).Object(2, action).Object(3, third).Object(4, fourth),
            new PdfBuilder().Object(4, fourth).Object(3, third).Object(2, action).Object(1, link),
            new PdfBuilder().ObjectStream(9, (1, link), (2, action), (3, third), (4, fourth)),
        ];
        foreach (var report in documents.Select(document => document.Analyze()))
        {
            report.Findings.Where(finding => finding.Points > 0).Select(finding => finding.Rule)
                .ShouldBe(rule is null ? [] : [rule], report.Findings.Count.ToString(CultureInfo.InvariantCulture));
            report.Verdict.ShouldBe(rule is null ? Verdict.Clean : Verdict.Suspicious);
        }
    }

    [Theory]
    [InlineData("<</Type/Catalog/URI<</Base(ms-msdt:/id)>>>>", Verdict.Suspicious)]
    [InlineData("<</Type/Catalog/URI<</Base(file://192.0.2.7/share/)>>>>", Verdict.Suspicious)]
    [InlineData("<</Type/Catalog/URI<</Base(https://www.example.com/)>>>>", Verdict.Clean)]
    [InlineData("<</Subtype/Movie/Movie<</F(\\\\\\\\host\\\\share)>>>>", Verdict.Suspicious)]
    [InlineData("<</Subtype/RichMedia/Assets<</Names[(a)<</FS/URL/F(//host/share)>>]>>>>", Verdict.Suspicious)]
    [InlineData("<</Type/Filespec/F(\\\\\\\\host\\\\share)>>", Verdict.Suspicious)]
    [InlineData("<</Type/Filespec/F(\\\\\\\\host\\\\a.txt)/EF<</F 7 0 R>>>>", Verdict.Clean)] // that file lies in the document
    [InlineData("<</Subtype/Movie/Movie<</F(a.mpg)>>>>", Verdict.Clean)]
    [InlineData("(\\\\\\\\host\\\\share)", Verdict.Clean)] // a text that nothing names
    public void Complete_APlaceThatPartsAreFetchedFrom_IsJudged(string body, Verdict verdict)
    {
        new PdfBuilder().Object(1, body).Object(7, "<</Length 0>>stream\n\nendstream").Analyze().Verdict.ShouldBe(verdict);
        new PdfBuilder().ObjectStream(9, (1, body)).Object(7, "<</Length 0>>stream\n\nendstream").Analyze().Verdict.ShouldBe(verdict);
    }
}
