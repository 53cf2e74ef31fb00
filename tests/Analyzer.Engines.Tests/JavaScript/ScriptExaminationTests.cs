using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Tests.JavaScript;

/// <summary>What scripts of documents do is found by their syntax tree, however they spell it.</summary>
public sealed class ScriptExaminationTests
{
    [Theory]
    [InlineData("this.print(true);")]
    [InlineData("this.print({bUI: true, bSilent: false, bShrinkToFit: true});")]
    [InlineData("AFNumber_Format(2, 0, 0, 0, \"\\u20ac\", true);")]
    [InlineData("AFNumber_Keystroke(2, 0, 0, 0, '', true)")]
    [InlineData("AFSimple_Calculate(\"SUM\", new Array (\"a.1\", \"a.2\"));")]
    [InlineData("AFDate_FormatEx(\"dd.mm.yyyy\"); AFTime_Keystroke(0); AFSpecial_Format(1); AFPercent_Format(2, 0); " +
        "AFRange_Validate(true, 0, true, 9);")]
    [InlineData("var a = this.getField('a').value; var b = getField('b').value; event.value = a * b > 0 ? (a * b).toFixed(2) : '';")]
    [InlineData("event.value = util.printd('dd.mm.yyyy', new Date());")]
    [InlineData("event.value = util.printf('%.2f', event.value)")]
    [InlineData("if (event.value == '') { this.getField('x').display = display.hidden; } else { this.getField('x').display = " +
        "display.visible; }")]
    [InlineData("this.resetForm(['a', 'b']); this.pageNum = 2; this.zoomType = zoomtype.fitW; app.execMenuItem('FitPage');")]
    [InlineData("for (var i = 0; i < this.numFields; i++) { var f = this.getField(this.getNthFieldName(i)); if (f.type == 'text') " +
        "f.readonly = true; }")]
    [InlineData("function total(names) { var sum = 0; for (var i in names) sum += Number(this.getField(names[i]).value); return sum; " +
        "} event.value = total(['a', 'b']);")]
    [InlineData("var s = event.value; while (s.length < 10) s = '0' + s; event.value = s;")]
    [InlineData("event.value = event.value.replace(/[^0-9]/g, '').substring(0, 8);")]
    [InlineData("var days = ['Mo', 'Di', 'Mi']; event.value = days[new Date().getDay() % 3];")]
    [InlineData("if (typeof app.viewerVersion != 'undefined' && app.viewerVersion < 8) app.alert('A newer reader is needed.');")]
    [InlineData("console.println('calculated'); event.rc = true;")]
    [InlineData("var name = '\\u0421\\u0443\\u043c\\u043c\\u0430 \\u043a \\u043e\\u043f\\u043b\\u0430\\u0442\\u0435 " +
        "\\u043f\\u0440\\u043e\\u043f\\u0438\\u0441\\u044c\\u044e';")]
    [InlineData("event.value = '\\u8acb\\u586b\\u5beb\\u60a8\\u7684\\u59d3\\u540d\\u5730\\u5740\\u96fb\\u8a71\\u865f\\u78bc\\u8b1d" +
        "\\u8b1d\\u60a8\\u7684\\u5408\\u4f5c';")]
    [InlineData("console.println('\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500" +
        "\u2500\u2500\u2500\u2500');")]
    [InlineData("app.alert.text = '\u4f60\u597d\u4f60\u597d\u4f60\u597d\u4f60\u597d\u4f60\u597d\u4f60\u597d\u4f60\u597d " +
        "\ud83d\ude00\ud83d\ude00';")]
    [InlineData("<!-- \nvar a = 1;\n//-->")]
    [InlineData("\uFEFF  \r\n")]
    [InlineData("return event.value;")]
    [InlineData("var attributes = items[0].@name.toString();")]
    [InlineData("var p = new XML(this.metadata).rdf::RDF.rdf::Description; var t = p.dc::title.rdf::Alt.rdf::li[i].@xml::lang.toString();")]
    [InlineData("unescape('%41%42')")]
    [InlineData("if (typeof loaded == 'undefined') this.importAnFDF('quiz.fdf');")]
    [InlineData("app.setTimeOut('this.pageNum++', 1000); run = app.setInterval('next()', 40); app.clearInterval(run);")]
    [InlineData("function tick() { this.getField('t').value = new Date().getSeconds(); } app.setInterval('tick()', 1000);")]
    [InlineData("app.setTimeOut('try { a.show(); } catch (e) {}', 10);")]
    [InlineData("var spent = eval(hours - started) * 60 + eval(-minutes);")]
    [InlineData("var all = {}; all['a'] = function (x) { return x; }; all['b'] = function (x) { return -x; }; f.value = all[kind](1);")]
    [InlineData("var all = {a: function (x) { return x; }, b: function (x) { return -x; }}; f.value = all[kind](1);")]
    [InlineData("var to = ['toFixed', 'toExponential', 'toPrecision'][ways.indexOf(way)]; f.value = Math.abs(x)[to](2);")]
    [InlineData("var player = app.media.openPlayer({settings: {volume: 9}, " +
        "events: new app.media.Events({onPlay: function (e) { e.target.show(); }})});")]
    [InlineData("for (;;) { if (this.getField('a' + i) == null) { break; } i++; }")]
    [InlineData("function next() { while (true) { if (i++ > 9) return i; } } event.value = next();")]
    public void Examine_WhatFormsDo_HasNoEffect(string script) => Examined.Effects(script).ShouldBe("");

    [Theory]
    [InlineData("for (;;) { }", "Other")]
    [InlineData("try { x = 'A'; while (1) { x = x + x; } } catch (e) { }", "Other")]
    [InlineData("do { f(function () { return 1; }); } while (!false);", "Other")]
    [InlineData("app.alert('Fill in the name.');", "Shows")]
    [InlineData("app.launchURL('http://a.example/', true);", "Connects")]
    [InlineData("this.submitForm({cURL: 'http://a.example/'});", "Connects")]
    [InlineData("submitForm('mailto:a@a.example')", "Connects")]
    [InlineData("if (event.commitKey == 2) submitForm('http://a.example')", "")]
    [InlineData("if (event.willCommit && event.commitKey === 2) { submitForm('http://a.example'); }", "")]
    [InlineData("if (event.commitKey == 2) { a(); } else { submitForm('http://a.example'); }", "Connects")]
    [InlineData("if (event.commitKey == 2 || true) submitForm('http://a.example')", "Connects")]
    [InlineData("event.commitKey = 2; if (event.commitKey == 2) submitForm('http://a.example')", "Connects")]
    [InlineData("var e = event; e.commitKey = 2; if (event.commitKey == 2) submitForm('http://a.example')", "Connects")]
    [InlineData("this.event.commitKey = 2; if (event.commitKey == 2) submitForm('http://a.example')", "Connects")]
    [InlineData("event.commitKey++; if (event.commitKey == 2) submitForm('http://a.example')", "Connects")]
    [InlineData("[event.commitKey] = [2]; if (event.commitKey == 2) submitForm('http://a.example')", "Connects")]
    [InlineData("var a = event.value; if (event.commitKey == 2) submitForm('http://a.example')", "")]
    [InlineData("var event = this; if (event.commitKey == 2) submitForm('http://a.example')", "Connects")]
    [InlineData("this.mailDoc(true); app.mailMsg(false, 'a@a.example');", "Connects")]
    [InlineData("SOAP.connect('http://a.example/?wsdl');", "Connects")]
    [InlineData("Net.HTTP.request({cVerb: 'GET', cURL: 'http://a.example/'});", "Connects")]
    [InlineData("var f = '\\\\\\\\host\\\\share\\\\a.pdf';", "Connects")]
    [InlineData("this.exportDataObject({cName: 'a.pdf', nLaunch: 2});", "Starts")]
    [InlineData("this.exportDataObject('a.pdf', '', 1);", "Starts")]
    [InlineData("this.exportDataObject({cName: 'a.pdf', nLaunch: mode});", "Starts")]
    [InlineData("var o = {cName: 'a.pdf', nLaunch: 2}; this.exportDataObject(o);", "Starts")]
    [InlineData("this.exportDataObject({cName: 'a.pdf', ['nLa' + 'unch']: 2});", "Starts")]
    [InlineData("this.exportDataObject({...o});", "Starts")]
    [InlineData("this.exportDataObject({cName: 'a.pdf', nLaunch: 0});", "Exports")]
    [InlineData("this.exportDataObject('a.pdf');", "Exports")]
    [InlineData("app.openDoc('/c/a.pdf');", "Starts")]
    [InlineData("this.importAnFDF('//host/share/quiz.fdf');", "Connects")]
    [InlineData("this.importAnFDF({cPath: 'http://a.example/quiz.fdf'});", "Connects")]
    [InlineData("this.importAnFDF(name + '.fdf');", "Connects")]
    [InlineData("this.importAnFDF();", "Connects")]
    [InlineData("app.execMenuItem('SaveAs');", "Starts")]
    [InlineData("Collab.collectEmailInfo({msg: a});", "Exploit")]
    [InlineData("app.doc.Collab.getIcon(x + '_N.bundle');", "Exploit")]
    [InlineData("try { this.media.newPlayer(null); } catch (e) {}", "Exploit")]
    [InlineData("spell.customDictionaryOpen(0, s);", "Exploit")]
    [InlineData("util.printf('%45000f', 1.2);", "Exploit")]
    [InlineData("util.printf('%0' + '45000' + 'f', 1.2);", "Exploit")]
    [InlineData("this.getAnnots({nPage: -1023456789});", "Exploit")]
    [InlineData("var b = x; while (b.length < 0x40000) b += b;", "Exploit")]
    [InlineData("function fill(b, n) { while (b.length * 2 < n) { b = b + b + c; } return b; } fill(a, 9);", "Exploit")]
    [InlineData("this.somethingNew();", "Other")]
    [InlineData("app.trustedFunction(function() { app.beginPriv(); });", "Other")]
    public void Examine_OneCall_HasItsEffect(string script, string effects) => Examined.Effects(script).ShouldBe(effects);

    [Theory]
    [InlineData("this['laun' + 'chURL']('http://a.example/')", "Connects")]
    [InlineData("app['laun' + 'chURL']('http://a.example/')", "Connects")]
    [InlineData("var n = 'launch'; var m = n + 'URL'; app[m]('http://a.example/')", "Connects")]
    [InlineData("var n = ['URL', 'launch'].reverse().join(''); app[n]('http://a.example/')", "Connects")]
    [InlineData("var n = 'LRUhcnual'.split('').reverse().join(''); app[n]('http://a.example/')", "Connects")]
    [InlineData("var n = String.fromCharCode(108, 97, 117, 110, 99, 104, 85, 82, 76); app[n]('http://a.example/')", "Connects")]
    [InlineData("var n = 'lauXXnchUXXRL'.replace(/XX/g, ''); app[n]('http://a.example/')", "Connects")]
    [InlineData("var n = ''; n += 'launch'; n += 'URL'; app[n]('http://a.example/')", "Connects")]
    [InlineData("var o = {a: 'launch', b: 'URL'}; app[o.a + o['b']]('http://a.example/')", "Connects")]
    [InlineData("app[`launch${'U' + 'RL'}`]('http://a.example/')", "Connects")]
    [InlineData("app['\\x6caunchURL']('http://a.example/')", "Connects")]
    [InlineData("app.l\\u0061unchURL('http://a.example/')", "Connects")]
    [InlineData("var a = app; a.launchURL('http://a.example/')", "Connects")]
    [InlineData("var go = app.launchURL; go('http://a.example/')", "Connects")]
    [InlineData("app.launchURL.call(app, 'http://a.example/')", "Connects")]
    [InlineData("app[atob('bGF1bmNoVVJM')]('http://a.example/')", "Connects")]
    [InlineData("app[(20).toString(36) + 'x']('a')", "Other")]
    [InlineData("app[name]('http://a.example/')", "Other")]
    [InlineData("event.target.function::launchURL('http://a.example/')", "Connects")]
    [InlineData("this.n::exportDataObject({cName: 'a', nLaunch: 2})", "Starts")]
    [InlineData("eval('app.launchURL(\"http://a.example/\")')", "Connects")]
    [InlineData("(0, eval)('app.launch' + 'URL(\"http://a.example/\")')", "Connects")]
    [InlineData("this['ev' + 'al']('app.launchURL(\"http://a.example/\")')", "Connects")]
    [InlineData("var e = eval; e('app.launchURL(\"http://a.example/\")')", "Connects")]
    [InlineData("new Function('a', 'app.launchURL(\"http://a.example/\")')()", "Connects")]
    [InlineData("[].constructor.constructor('app.launchURL(\"http://a.example/\")')()", "Connects")]
    [InlineData("app.setTimeOut('app.launchURL(\"http://a.example/\")', 1)", "Connects")]
    [InlineData("eval(unescape('%61%70%70%2e%6c%61%75%6e%63%68%55%52%4c%28%27%61%27%29'))",
        "Connects Decodes DecodesAndRuns")]
    [InlineData("eval('eval(\"eval(\\'app.launchURL(1)\\')\")')", "Connects")]
    [InlineData("eval(unescape(this.info.title))", "Decodes DecodesAndRuns")]
    [InlineData("eval(getAnnots({nPage: 0})[0].subject.replace(/z/g, '%'))", "Other")]
    [InlineData("var s = this.getAnnots(0)[0].subject; eval(unescape(s))", "Decodes DecodesAndRuns")]
    [InlineData("this.setAction('WillClose', 'app.launchURL(1)')", "Connects")]
    [InlineData("app.setTimeOut('ev' + 'al(this.info.title)', 1)", "Other")]
    [InlineData("app.setInterval(this.info.title, 1)", "Other")]
    [InlineData("app.setTimeOut(unescape('%61'), 1)", "Decodes DecodesAndRuns")]
    [InlineData("app.setTimeOut('this.exp' + 'ortDataObject({cName: 1, nLaunch: 2})', 1)", "Starts")]
    [InlineData("this['ex' + 'portDataObject']({cName: 'a', nLaunch: 2})", "Starts")]
    [InlineData("this.exportDataObject.call(this, {cName: 'a', nLaunch: 2})", "Starts")]
    [InlineData("this.exportDataObject.apply(this, [{cName: 'a', nLaunch: 2}])", "Starts")]
    [InlineData("eval.call(this, 'app.launchURL(1)')", "Connects")]
    [InlineData("eval.apply(this, list)", "Other")]
    [InlineData("var o = {}; o.f = app.launchURL; o.f('http://a.example/')", "Connects")]
    [InlineData("var o = {f: app.launchURL}; o[k]('http://a.example/')", "Connects")]
    [InlineData("var o = {}; o[k] = eval; o[k](x)", "Other")]
    [InlineData("var o = {}; o = app; o[k](x)", "Other")]
    [InlineData("var o = {}; fill(o); o[k](x)", "Other")]
    [InlineData("function get() { return app.launchURL; } get()('http://a.example/')", "Connects")]
    [InlineData("(0 || app.launchURL)('http://a.example/')", "Connects")]
    [InlineData("run(eval)", "Other")]
    [InlineData("find()(x)", "Other")]
    [InlineData("var n = ['toFixed', 'launchURL'][i]; app[n]('http://a.example/')", "Connects")]
    [InlineData("var n = ['a']; n[0] = 'launchURL'; event.target[n[i]]('http://a.example/')", "Other")]
    [InlineData("var o = {toString: function () { app.launchURL('a'); }}; o + ''", "Connects")]
    [InlineData("app.execDialog({initialize: function (d) { app.launchURL('a'); }})", "Connects Shows")]
    [InlineData("new app.media.Events({onPlay: function (e) { app.launchURL('a'); }})", "Connects")]
    [InlineData("function go() { app.launchURL('a'); } [1].map(go)", "Connects")]
    [InlineData("function go() { app.launchURL('a'); } var o = {}; o.run = go; o.run()", "Connects")]
    [InlineData("app.media.getURLData('http://a.example/')", "Connects")]
    public void Examine_CallThatIsHidden_IsFound(string script, string effects) => Examined.Effects(script).ShouldBe(effects);

    [Theory]
    [InlineData("var s = unescape('%u9090%u9090%u9090%u9090%u9090%u9090%u9090%u9090%u9090%u9090%u9090%u9090%u9090%u9090%u9090%u9090');")]
    [InlineData("var s = unescape('%uc931%u64b1%ub6bf%u558b' + '%ud976%ud9cd%u2474%u58f4' + " +
        "'%ue883%u31fc%u0d78%u7803%ue20d%u6043%u2c45%u44e1');")]
    [InlineData("var s = '\\uC033\\u8B64\\u3040\\u0C78\\u408B\\u8B0C\\u1C70\\u8BAD\\u0858\\u09EB\\u408B\\u8D34\\u7C40\\u588B\\u6A3C" +
        "\\u5A44\\uE2D1';")]
    [InlineData("var s = 'ZZc931ZZ64b1ZZb6bfZZ558bZZd976ZZd9cdZZ2474ZZ58f4ZZe883ZZ31fcZZ0d78ZZ7803ZZe20dZZ6043ZZ2c45ZZ44e1'; var t = " +
        "unescape(s.replace(/ZZ/g, '%u'));")]
    [InlineData("var s = '%u9090%u4141%u9090%u4141%u9090' + " +
        "'%u4141%u9090%u4141%u9090%u4141%u9090%u4141%u9090%u4141%u9090%u4141%u9090%u4141';")]
    public void Examine_MachineCode_IsTold(string script) => Examined.Effects(script).ShouldContain("Shellcode");

    [Theory]
    [InlineData("var a = ;")]
    [InlineData("function (")]
    [InlineData("\u0001\u0002\u0003")]
    [InlineData("var s = 'no end")]
    [InlineData("app.alert(1")]
    public void Examine_NoScript_IsUnparsed(string script) => Examined.Effects(script).ShouldBe("Unparsed");

    [Fact]
    public void Examine_NoScriptWithWordsOfAttacks_HasTheirEffectsToo() =>
        Examined.Effects("if (x { Collab.getIcon(a); app.launchURL('http://a.example/')").ShouldBe("Connects Exploit Unparsed");

    [Fact]
    public void Examine_Functions_DoNothingBeforeTheyAreCalled()
    {
        const string Defined = "function send() { this.mailDoc(true); } var open = function () { app.launchURL('a'); };" +
            "function check() { app.alert('!'); } function all() { send(); }";

        Examined.Effects(Defined).ShouldBe("");
        Examined.Functions(Defined).ShouldBe("check: Shows; open: Connects; send: Connects");
        Examined.Effects($"{Defined} check();").ShouldBe("Shows");
        Examined.Effects($"{Defined} all();").ShouldBe("Connects");
        Examined.Effects($"{Defined} this[name]();").ShouldBe("Connects Shows");
        Examined.Effects("(function () { app.launchURL('a'); })();").ShouldBe("Connects");
        Examined.Effects("[1].forEach(function () { app.launchURL('a'); });").ShouldBe("Connects");
    }

    [Fact]
    public void Examine_NoticeOfUpdates_IsHarmlessUntilItsAddressIsAnother()
    {
        const string Notice = "if (app.viewerVersion < 9) { if (app.alert(ADBE.Reader_string, 1, 1) == 1) " +
            "this.getURL(ADBE.Reader_Value_New_Version_URL + ADBE.SYSINFO, false); }";

        Examined.Effects(Notice).ShouldBe("");
        Examined.Effects($"ADBE.Reader_Value_New_Version_URL = \"http://cgi.adobe.com/special/acrobat/update\"; {Notice}").ShouldBe("");
        string[] others =
        [
            "'http://cgi.adobe.com.a.example/'", "'http://adobe.com@a.example/'", "address", "'file://adobe.com/a'",
            "'http://t-info.mail.adobe.com/r/'", "'http://www.adobe.com/go?to=a.example'", "'http://cgi.adobe.com/other'",
        ];
        foreach (var other in others)
        {
            Examined.Effects($"ADBE.Reader_Value_New_Version_URL = {other};").ShouldBe("Connects", other);
        }
    }

    /// <summary>Forms of authorities ask first, and show the notice later.</summary>
    [Fact]
    public void Examine_NoticeByAnAnswerThatIsRemembered_IsHarmless()
    {
        const string Asks = "var old = 0; if (app.viewerType == 'Reader') { if (app.viewerVersion >= 5.1) old = 0; else old = 1; } ";

        Examined.Effects(Asks + "if (old) { if (app.alert('a', 1, 1) == 1) this.getURL('http://www.adobe.com/acrobat', "
            + "false); }").ShouldBe("");
        Examined.Effects(Asks + "if (old) this.getURL('http://www.adobe.com.a.example/', false);").ShouldBe("Connects");
        Examined.Effects(Asks + "if (old) this.submitForm('http://www.adobe.com/');").ShouldBe("Connects");
        Examined.Effects("var old = 0; old = 1; if (old) app.alert('a');").ShouldBe("Shows");
        Examined.Effects("this.getURL('http://www.adobe.com/acrobat', false);").ShouldBe("Connects");
    }

    [Theory]
    [InlineData("$.rawValue = Sum(a.b[*].c, 2) ; Get(\"not called\")", "")]
    [InlineData("if (HasValue($)) then xfa.host.messageBox(\"no\") endif", "Shows")]
    [InlineData("$ = Get(\"http://a.example/\")", "Connects")]
    [InlineData("POST (\"http://a.example/\", $)", "Connects")]
    [InlineData("Eval(\"Get(\"\"http://a.example/\"\")\")", "Connects")]
    [InlineData("Eval($.rawValue)", "Other")]
    [InlineData("$host.gotoURL(\"http://a.example/\")", "Connects")]
    [InlineData("xfa.host.exportData(\"a\", 1)", "Exports")]
    [InlineData("// Get(\"http://a.example/\")", "")]
    [InlineData("\"unclosed", "")]
    public void Examine_FormCalc_HasItsEffects(string script, string effects) =>
        Examined.Effects(script, ScriptHost.FormCalc).ShouldBe(effects);

    [Theory]
    [InlineData("this.rawValue = this.parent.a.rawValue * 2; this.presence = 'hidden'; this.addItem('x'); " +
        "form1.instanceManager.addInstance(1);", "")]
    [InlineData("util.check(this); color.mark(this); xfa.form.recalculate(1); button.execEvent('initialize');", "")]
    [InlineData("xfa.host.messageBox('no');", "Shows")]
    [InlineData("xfa.host.gotoURL('http://a.example/');", "Connects")]
    [InlineData("button.execEvent('click');", "Clicks")]
    [InlineData("event.target.exportDataObject({cName: 'a', nLaunch: 2});", "Starts")]
    public void Examine_ScriptOfAnXmlForm_HasItsEffects(string script, string effects) =>
        Examined.Effects(script, ScriptHost.Form).ShouldBe(effects);

    [Theory]
    [InlineData("new ActiveXObject('WScript.Shell').Run('calc')", "Starts")]
    [InlineData("var x = WScript.CreateObject('MSXML2.XMLHTTP'); x.open('GET', 'http://a.example/', false);", "Connects")]
    [InlineData("new ActiveXObject('ADODB.Stream').SaveToFile('a.exe', 2)", "Writes")]
    [InlineData("var p = ['WScr', 'ipt.Sh', 'ell'].join(''); new ActiveXObject(p)", "Starts")]
    [InlineData("new ActiveXObject(decode(x))", "Other")]
    public void Examine_ScriptOfTheSystem_HasItsEffects(string script, string effects) =>
        Examined.Effects(script, ScriptHost.System).ShouldBe(effects);

    [Theory]
    [InlineData("var b = new Blob([d]); var a = document.createElement('a'); a.href = URL.createObjectURL(b); a.download = 'a.zip'; " +
        "a.click();", "Clicks Smuggles")]
    [InlineData("navigator.msSaveOrOpenBlob(b, 'a.iso')", "Smuggles")]
    [InlineData("image.src = URL.createObjectURL(new Blob([d]));", "")]
    [InlineData("location.href = 'http://a.example/'", "Connects")]
    [InlineData("$('#menu').toggle(); document.getElementById('a').style.color = 'red';", "")]
    public void Examine_ScriptOfAPage_HasItsEffects(string script, string effects) =>
        Examined.Effects(script, ScriptHost.Page).ShouldBe(effects);
}
