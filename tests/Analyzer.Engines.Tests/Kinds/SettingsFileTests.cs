using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Files of settings that a click opens: remote desktops, profiles of devices, folders of the shell.</summary>
public sealed class SettingsFileTests
{
    [Theory]
    [InlineData("full address:s:192.0.2.1\nredirectclipboard:i:1\ndrivestoredirect:s:*\n", Verdict.Suspicious)]
    [InlineData("screen mode id:i:2\nfull address:s:desk.a.example:3389\nremoteapplicationmode:i:1\n"
        + "remoteapplicationprogram:s:||Check\n", Verdict.Suspicious)]
    [InlineData("redirectdrives:i:1\nfull address:s:[2001:db8::1]:3389\n", Verdict.Suspicious)]
    [InlineData("alternate shell:s:cmd.exe\nfull address:s:desk.a.example\n", Verdict.Suspicious)]
    [InlineData("full address:s:desk01\ndrivestoredirect:s:*\nremoteapplicationmode:i:0\n", Verdict.Unable)]
    [InlineData("full address:s:10.1.2.3:3390\nremoteapplicationmode:i:1\n", Verdict.Unable)]
    [InlineData("screen mode id:i:2\nfull address:s:desk.a.example\nprompt for credentials:i:1\ndrivestoredirect:s:\n"
        + "alternate shell:s:\n", Verdict.Clean)]
    [InlineData("full address:s:192.168.1.7\nusername:s:a\n", Verdict.Clean)]
    public void Complete_RemoteDesktop_IsJudgedByWhatItHandsOver(string text, Verdict verdict)
    {
        foreach (var file in (byte[][])[Encoding.UTF8.GetBytes(text), [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(text)]])
        {
            var report = Judged.Of(file);

            (report.Verdict, report.MediaType).ShouldBe((verdict, "application/x-rdp"), Judged.Text(report));
        }
    }

    [Theory]
    [InlineData("com.apple.security.root", null, Verdict.Suspicious)]
    [InlineData("com.apple.mdm", null, Verdict.Suspicious)]
    [InlineData("com.apple.vpn.managed", "com.apple.security.pem", Verdict.Suspicious)]
    [InlineData("com.apple.proxy.http.global", "com.apple.wifi.managed", Verdict.Suspicious)]
    [InlineData("com.apple.security.root", "com.apple.wifi.managed", Verdict.Unable)]
    [InlineData("com.apple.mail.managed", null, Verdict.Unable)]
    public void Complete_ProfileOfADevice_IsJudgedByWhatItHasTrusted(string payload, string? other, Verdict verdict)
    {
        static string Dictionary(string? type) => type is null ? ""
            : $"<dict><key>PayloadType</key>\n<string>{type}</string><key>PayloadVersion</key><integer>1</integer></dict>";

        var profile = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
            + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\"><dict><key>PayloadContent</key><array>"
            + $"{Dictionary(payload)}{Dictionary(other)}</array><key>PayloadType</key><string>Configuration</string></dict></plist>";

        Judged.Of(profile).Verdict.ShouldBe(verdict);
        Judged.Of(profile.Replace("Configuration<", "Description<", StringComparison.Ordinal)).Verdict.ShouldBe(Verdict.Clean);
    }

    [Theory]
    [InlineData("<libraryDescription><a:simpleLocation><url>\\\\192.0.2.1\\s</url></a:simpleLocation></libraryDescription>",
        "xml.file-share")]
    [InlineData("<libraryDescription><simpleLocation><url>http://192.0.2.1</url></simpleLocation></libraryDescription>", "xml.starter")]
    [InlineData("<searchConnectorDescription><iconReference>\\\\192.0.2.1\\i.ico</iconReference></searchConnectorDescription>",
        "xml.file-share")]
    [InlineData("<persistedQuery><query><scope><include path=\"\\\\192.0.2.1\\s\"/></scope></query></persistedQuery>", "xml.file-share")]
    [InlineData("<persistedQuery><query><scope><include path=\"https://a.example/dav\"/></scope></query></persistedQuery>", "xml.starter")]
    [InlineData("<libraryDescription><iconReference>imageres.dll,-1003</iconReference><simpleLocation>"
        + "<url>knownfolder:{FDD39AD0-238F-46AF-ADB4-6C85480369C7}</url></simpleLocation></libraryDescription>", null)]
    [InlineData("<persistedQuery><query><scope><include path=\"C:\\Users\\a\"/></scope></query></persistedQuery>", null)]
    public void Complete_FolderOfTheShell_IsJudgedByWhereItLies(string text, string? rule)
    {
        var report = Judged.Of($"<?xml version=\"1.0\"?>{text}");

        report.Verdict.ShouldBe(rule is null ? Verdict.Clean : Verdict.Suspicious, Judged.Text(report));
        report.Rules().ShouldBe(rule is null ? [] : [rule]);
    }
}
