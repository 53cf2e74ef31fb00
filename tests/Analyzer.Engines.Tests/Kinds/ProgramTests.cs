using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Programs are described; pictures and fonts are known.</summary>
public sealed class ProgramTests
{
    [Fact]
    public void Complete_WindowsProgram_IsDescribedAndNotJudged()
    {
        var packed = new byte[8192];
        new Random(1).NextBytes(packed);
        byte[] program = [.. Samples.Pe((".text", [.. Enumerable.Repeat((byte)0x90, 8192)]), ("UPX1", packed)), .. "behind"u8];

        var report = Judged.Of(program);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Unable, "application/vnd.microsoft.portable-executable"));
        report.Unable!.Single().Reason.ShouldBe("not-judged");
        report.Rules().ShouldBe(["program.header", "program.unsigned", "program.packed", "program.appended"], ignoreOrder: true);
        report.Findings.Single(finding => finding.Rule == "program.header").Excerpt.ShouldBe("PE32+ x64, console program, 2 sections");
        report.Findings.Single(finding => finding.Rule == "program.packed").Excerpt.ShouldBe("UPX1");
    }

    [Theory]
    [InlineData("\u007FELF\u0002\u0001\u0001", "application/x-elf")]
    [InlineData("\u00CF\u00FA\u00ED\u00FE", "application/x-mach-binary")]
    [InlineData("\u00CA\u00FE\u00BA\u00BE\0\0\0\u0034", "application/java-vm")]
    [InlineData("\0asm\u0001", "application/wasm")]
    [InlineData("MZ\0\0\0", "application/x-dosexec")]
    [InlineData("ITSF\u0003\0\0\0", "application/vnd.ms-htmlhelp")]
    public void Complete_ProgramOfAnyKind_IsUnableAloneAndSuspiciousInside(string start, string mediaType)
    {
        byte[] program = [.. Samples.Bytes(start), .. new byte[100]];
        var alone = Judged.Of(program);

        (alone.Verdict, alone.MediaType).ShouldBe((Verdict.Unable, mediaType));
        Judged.Of(ZipMaker.Pack(("a", program))).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of(program[..start.Length]).Verdict.ShouldBe(Verdict.Unable);
    }

    [Theory]
    [InlineData("META-INF/MANIFEST.MF", "Main-Class: A", "A.class", "\u00CA\u00FE\u00BA\u00BE\0\0\0\u0034", "java-archive")]
    [InlineData("AndroidManifest.xml", "\u0003\0\b\0", "classes.dex", "dex\n035\0", "android.package-archive")]
    public void Complete_ArchiveThatIsAProgram_IsUnableAloneAndSuspiciousInside(
        string manifest, string text, string code, string start, string mediaType)
    {
        var program = ZipMaker.Pack((manifest, Samples.Bytes(text)), (code, [.. Samples.Bytes(start), .. new byte[100]]));
        var alone = Judged.Of(program);

        alone.Verdict.ShouldBe(Verdict.Unable, Judged.Text(alone));
        (alone.MediaType.EndsWith(mediaType, StringComparison.Ordinal), alone.Rules().Contains("part.program")).ShouldBe((true, false));
        alone.Gaps().ShouldContain("not-judged");
        Judged.Of(ZipMaker.Pack(("a.bin", program))).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of(ZipMaker.Pack((manifest, Samples.Bytes(text)), ("x", Samples.Program))).Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData("MSWIM\0\0\0", "application/x-ms-wim")]
    [InlineData("\u00FD7zXZ\0", "application/x-xz")]
    [InlineData("BZh91AY&SY", "application/x-bzip2")]
    [InlineData("\u0028\u00B5\u002F\u00FD", "application/zstd")]
    [InlineData("LZIP\u0001", "application/x-lzip")]
    [InlineData("\u0004\u0022\u004D\u0018", "application/x-lz4")]
    [InlineData("\u0089LZO\0\r\n\u001A\n", "application/x-lzop")]
    [InlineData("\u001F\u009D\u0090", "application/x-compress")]
    [InlineData("\u00ED\u00AB\u00EE\u00DB", "application/x-rpm")]
    [InlineData("!<arch>\n", "application/x-archive")]
    [InlineData("a\0-lh5-", "application/x-lzh-compressed")]
    public void Complete_ArchiveThatIsNotOpened_IsToldByItsType(string start, string mediaType)
    {
        var report = Judged.Of([.. Samples.Bytes(start), .. new byte[100]]);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Unable, mediaType));
    }

    [Fact]
    public void Complete_RealProgram_IsDescribed()
    {
        var report = Judged.Of(File.ReadAllBytes("/bin/true"));

        report.MediaType.ShouldBe("application/x-elf");
        report.Findings.Single(finding => finding.Rule == "program.header").Excerpt!.ShouldStartWith("ELF 64 bits");
    }

    [Theory]
    [InlineData("GIF89a\u0001\0\u0001\0\0\0\0\u002C\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002\u0044\u0001\0\u003B", "image/gif")]
    [InlineData("\u00FF\u00D8\u00FF\u00E0\0\u0010JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0"
        + "\u00FF\u00DA\0\u0002abc\u00FF\0\u00FF\u00D0x\u00FF\u00D9", "image/jpeg")]
    [InlineData("BM\u0020\0\0\0\0\0\0\0\u001A\0\0\0\u000C\0\0\0\u0001\0\u0001\0\u0001\0\u0018\0\0\0\0\0\0\0", "image/bmp")]
    [InlineData("RIFF\u0008\0\0\0WAVEabcd", "audio/wave")]
    public void Complete_Picture_IsCleanAndEndsWhereItEnds(string picture, string mediaType)
    {
        var alone = Judged.Of(Samples.Bytes(picture));
        var withProgram = Judged.Of([.. Samples.Bytes(picture), .. Samples.Program]);

        (alone.Verdict, alone.MediaType).ShouldBe((Verdict.Clean, mediaType), Judged.Text(alone));
        alone.Rules().ShouldBe(["media.type"]);
        withProgram.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(withProgram));
        withProgram.Parts!.Single().Offset.ShouldBe(picture.Length);
    }

    [Fact]
    public void Complete_Png_EndsWhereItEnds()
    {
        Judged.Of(Samples.Png).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of([.. Samples.Png, 0, 0, 0]).Parts.ShouldBeNull();
        var filled = (byte[])[.. Samples.Png, .. Enumerable.Repeat((byte)1, 1024 - (Samples.Png.Length % 512))];
        (Judged.Of(filled).Verdict, Judged.Of([.. filled, 1]).Verdict).ShouldBe((Verdict.Clean, Verdict.Unable));
        Judged.Of([.. Samples.Png, .. ZipMaker.Pack(("a.exe", Samples.Program))]).Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData("OTTO\0\u000C", "font/otf")]
    [InlineData("\0\u0001\0\0\0\u0010", "font/ttf")]
    [InlineData("wOFF\0\u0001", "font/woff")]
    public void Complete_Font_IsClean(string start, string mediaType)
    {
        var report = Judged.Of([.. Samples.Bytes(start), .. new byte[100]]);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Clean, mediaType));
    }

    [Fact]
    public void Complete_FontWithAChangedBeginning_IsCleanUnderItsName()
    {
        byte[] font = [.. Enumerable.Repeat((byte)0x5A, 44), .. "OS/2"u8, .. new byte[12], .. "cmap"u8, .. new byte[12], .. "glyf"u8,
            .. new byte[500]];

        Judged.Of(ZipMaker.Pack(("word/fonts/font1.odttf", font))).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(ZipMaker.Pack(("word/fonts/font1.bin", font))).Verdict.ShouldBe(Verdict.Unable);
        Judged.Of(ZipMaker.Pack(("word/fonts/font1.odttf", [.. font.Reverse()]))).Verdict.ShouldBe(Verdict.Unable);
    }
}
