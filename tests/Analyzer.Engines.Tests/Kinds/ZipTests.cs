using System.IO.Compression;
using Analyzer.Core;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>ZIP archives: what lies in them is found, and what they say of it is compared.</summary>
public sealed class ZipTests
{
    [Fact]
    public void Complete_ArchiveOfAMac_IsClean()
    {
        byte[] note = [0, 5, 0x16, 7, 0, 2, 0, 0, .. "Mac OS X        "u8, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0x26, 0, 0, 0, 0x20, .. new byte[32]];
        byte[] folder = [0, 0, 0, 1, .. "Bud1"u8, .. new byte[64]];

        var report = Judged.Of(ZipMaker.Pack(("a/b.txt", Samples.Text), ("__MACOSX/a/._b.txt", note), ("a/.DS_Store", folder)));

        report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
    }

    [Fact]
    public void Complete_HarmlessFiles_IsClean()
    {
        var report = Judged.Of(
            ZipMaker.Pack(("a.txt", Samples.Text), ("pictures/b.png", Samples.Png), ("c.pdf", Samples.CleanPdf), ("empty", [])));

        report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
        report.MediaType.ShouldBe("application/zip");
        report.Parts!.Select(part => (part.Name, part.MediaType, part.Size)).ShouldBe(
        [
            ("a.txt", "text/plain", Samples.Text.Length), ("pictures/b.png", "image/png", Samples.Png.Length),
            ("c.pdf", "application/pdf", Samples.CleanPdf.Length), ("empty", "application/octet-stream", 0),
        ]);
    }

    [Theory]
    [InlineData("setup.exe", "part.program")]
    [InlineData("readme.txt", "part.program")] // by its content
    [InlineData("invoice.pdf.exe", "part.disguised-name")]
    public void Complete_Program_IsSuspicious(string name, string rule)
    {
        foreach (var zip in (byte[][])[ZipMaker.Pack((name, Samples.Program)), ZipMaker.Stream(CompressionLevel.Fastest, (name,
            Samples.Program))])
        {
            var report = Judged.Of(zip);

            report.Verdict.ShouldBe(Verdict.Suspicious);
            report.Part(name).Findings.Select(finding => finding.Rule).ShouldContain(rule);
        }
    }

    [Theory]
    [InlineData("invoice.js", "var a = 1;")]
    [InlineData("invoice.vbs", "MsgBox \"hello\"")]
    [InlineData("run.bat", "dir")]
    [InlineData("open.hta", "<p>hello</p>")]
    [InlineData("a.scr", "no program")]
    [InlineData("Quarterly\u202Efdp.exe", "no program")]
    public void Complete_NameThatWindowsRuns_IsSuspicious(string name, string content) =>
        Judged.Of(ZipMaker.Pack((name, content))).Verdict.ShouldBe(Verdict.Suspicious);

    [Fact]
    public void Complete_ScriptsAmongManyFiles_AreNoNews()
    {
        var page = Enumerable.Range(0, 20).Select(i => ($"js/{i}.css", "p { color: red }")).Append(("js/app.js", "var a = 1;"));

        Judged.Of(ZipMaker.Pack(page)).Verdict.ShouldNotBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_Eicar_IsMaliciousHoweverDeep()
    {
        var zip = ZipMaker.Pack(("c.zip", ZipMaker.Pack(("b.zip", ZipMaker.Pack(("a.com", Samples.Eicar))))));

        Judged.Of(zip).Verdict.ShouldBe(Verdict.Malicious);
        Judged.Of(Samples.Eicar).Verdict.ShouldBe(Verdict.Malicious);
        Judged.Of([.. Samples.Eicar, .. "\r\n\u001A"u8]).Verdict.ShouldBe(Verdict.Malicious);
        Judged.Of([.. Samples.Eicar, .. Samples.CleanPdf]).Verdict.ShouldBe(Verdict.Malicious);
        Judged.Of([.. Samples.Eicar, .. "\n"u8, .. Samples.CleanPdf]).Verdict.ShouldBe(Verdict.Malicious);
        Judged.Of([.. Samples.Eicar, .. " is what scanners are tested by; here is more of the text, and still more of it."u8]).Verdict
            .ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_DeeperThanTheBound_IsUnable()
    {
        var zip = Enumerable.Range(0, 5).Aggregate(ZipMaker.Pack(("a.txt", Samples.Text)), (inner, _) => ZipMaker.Pack(("in.zip", inner)));

        var report = Judged.Of(zip);

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Gaps().ShouldContain("too-deep");
    }

    [Theory]
    [InlineData(CompressionLevel.Optimal)]
    [InlineData(CompressionLevel.NoCompression)]
    public void Complete_SizesBehindTheData_ReadsEveryEntry(CompressionLevel level)
    {
        var noise = new byte[50_000];
        new Random(7).NextBytes(noise);
        var inner = ZipMaker.Pack(("in.txt",
            Samples.Text)); // has signatures of its own, and stands there as it is when nothing is compressed
        (string, byte[])[] entries = [("empty", []), ("a.bin", noise), ("in.zip", inner), ("b.txt", Samples.Text), ("noise", noise[..3])];

        var report = Judged.Of(ZipMaker.Stream(level, entries));

        report.Parts!.Select(part => $"{part.Name} {part.Size}").ShouldBe(entries.Select(entry => $"{entry.Item1} {entry.Item2.Length}"));
        report.Gaps().ShouldNotContain("broken");
    }

    [Fact]
    public void Complete_StoredWithoutASize_EndsWhereTheDescriptorSays()
    {
        byte[] content = [.. "PK\u0007\u0008 is no descriptor here, nor is PK\u0007\u0008"u8, .. Samples.Text];
        var report = Judged.Of(new ZipMaker().Add("a.txt", content, flags: 8).Add("b.txt", Samples.Text, flags: 8).ToArray());

        report.Parts!.Select(part => part.Size).ShouldBe([content.Length, Samples.Text.Length]);
    }

    [Theory]
    [InlineData("../../etc/passwd", "archive.path-traversal", Verdict.Suspicious)]
    [InlineData(@"a\..\..\b.txt", "archive.path-traversal", Verdict.Suspicious)]
    [InlineData("/etc/passwd", "archive.absolute-path", Verdict.Clean)]
    [InlineData(@"C:\b.txt", "archive.absolute-path", Verdict.Clean)]
    public void Complete_NameThatLeadsOut_IsTold(string name, string rule, Verdict verdict)
    {
        var report = Judged.Of(ZipMaker.Pack((name, Samples.Text)));

        report.Rules().ShouldContain(rule);
        report.Verdict.ShouldBe(verdict);
    }

    [Fact]
    public void Complete_EqualNames_AreTold()
    {
        var report = Judged.Of(new ZipMaker().Add("a.txt", Samples.Text).Add("A.TXT", Samples.CleanPdf).ToArray());

        report.Rules().ShouldContain("archive.equal-names");
        report.Parts!.Count.ShouldBe(2);
    }

    [Fact]
    public void Complete_AnotherNameInTheDirectory_IsSuspicious()
    {
        var report = Judged.Of(new ZipMaker().Add("a.txt", Samples.Text, listedName: "a.exe").ToArray());

        report.Verdict.ShouldBe(Verdict.Suspicious);
        report.Rules().ShouldContain("zip.two-names");
        Judged.Of(new ZipMaker().Add("xx.txt", Samples.Text, listedName: "\u00F6.txt").ToArray()).Verdict.ShouldBe(Verdict.Clean);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(8, 1)]
    [InlineData(8, 1_000_000)]
    public void Complete_EntryThatLiesAboutItsSize_IsUnable(int method, long size)
    {
        var report = Judged.Of(new ZipMaker().Add("a.txt", Samples.Text, size: size, method: method).Add("b.txt", Samples.Text).ToArray());

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Rules().ShouldContain("zip.wrong-size");
        report.Part("b.txt").Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_EntryThatTheDirectoryDoesNotList_IsFoundAllTheSame()
    {
        var report = Judged.Of(new ZipMaker().Add("a.txt", Samples.Text).Add("b.exe", Samples.Program, isListed: false).ToArray());

        report.Verdict.ShouldBe(Verdict.Suspicious);
        report.Rules().ShouldContain("zip.unlisted");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Complete_Encrypted_IsUnableAndListed(bool isStreamed)
    {
        var zip = new ZipMaker().Add("secret.txt", Samples.Text, flags: isStreamed ? 9 : 1).Add("open.txt", Samples.Text).ToArray();
        var report = Judged.Of(zip);

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Rules().ShouldContain("zip.encrypted");
        report.Part("secret.txt").Unable!.Single().Reason.ShouldBe("needs-password");
        report.Part("open.txt").Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(new ZipMaker().Add("secret.exe", Samples.Text, flags: 1).ToArray()).Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_UnknownCompression_IsUnable() =>
        Judged.Of(new ZipMaker().Add("a.txt", Samples.Text, method: 14).ToArray()).Gaps().ShouldContain("unknown-compression");

    [Fact]
    public void Complete_65536Entries_AreCountedAndBounded()
    {
        var zip = new ZipMaker();
        for (var i = 0; i < 65_536; i++)
        {
            zip.Add($"{i}", []);
        }

        var report = Judged.Of(zip.ToArray());

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Unable!.Single(unable => unable.Reason == "too-many-parts").Count.ShouldBe(65_536 - 1000);
        ReportJson.Serialize(report).Length.ShouldBeLessThan(256 * 1024);
    }

    [Fact]
    public void Complete_DirectoryLargerThanIsKept_IsUnable()
    {
        var zip = new ZipMaker();
        for (var i = 0; i < 300; i++)
        {
            zip.Add($"{i}{new string('a', 60_000)}", []);
        }

        var report = Judged.Of(zip.ToArray());

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Gaps().ShouldContain("too-large");
        Judged.Of(ZipMaker.Pack(("a", Samples.Text)), PartLimits.Default with { MaxKeptBytes = 0 }).Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_NestedBombs_AreBoundedAndUnable()
    {
        var bomb = ZipMaker.Pack(Enumerable.Range(0, 16).Select(i => ($"{i}", new byte[20_000_000])));
        var outer = ZipMaker.Pack(Enumerable.Range(0, 16).Select(i => ($"{i}.zip", bomb)));

        var report = Judged.Of(outer);

        report.Verdict.ShouldBeOneOf(Verdict.Unable, Verdict.Suspicious);
        report.Gaps().ShouldContain("bomb");
        report.Coverage!.PartBytes.ShouldBeLessThan(PartLimits.Default.MaxBytes + (1 << 20));
    }

    [Theory]
    [InlineData("MZ")]
    [InlineData("<html><script>new ActiveXObject('WScript.Shell').Run('calc')</script>")]
    public void Complete_SomethingBetweenOrBehindTheEntries_IsAPart(string start)
    {
        byte[] hidden = start == "MZ" ? Samples.Program : [.. Samples.Bytes(start)];
        var between = Judged.Of(new ZipMaker().Add("a.txt", Samples.Text).Bytes(hidden).Add("b.txt", Samples.Text).ToArray());
        var behind = Judged.Of([.. ZipMaker.Pack(("a.txt", Samples.Text)), .. hidden]);

        between.Verdict.ShouldBe(Verdict.Suspicious);
        between.Part("b.txt").Verdict.ShouldBe(Verdict.Clean);
        behind.Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_CutAnywhere_IsNeverClean()
    {
        var zip = ZipMaker.Pack(("a.txt", Samples.Text), ("b.pdf", Samples.CleanPdf));
        for (var length = 4; length < zip.Length; length++)
        {
            Judged.Of(zip[..length]).Verdict.ShouldNotBe(Verdict.Clean, $"{length}");
        }
    }

    [Fact]
    public void Complete_JavaArchive_IsAProgram()
    {
        var jar = ZipMaker.Pack(("META-INF/MANIFEST.MF", "Main-Class: A\n"), ("A.class", "\u00CA"));

        Judged.Of(jar).Gaps().ShouldContain("not-judged");
        Judged.Of(ZipMaker.Pack(("a.txt", jar))).Verdict.ShouldBe(Verdict.Suspicious);
    }
}
