using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Documents of office programs: macros, links that load something, fields that start something, objects.</summary>
public sealed class OfficeTests
{
    private const string Types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>";
    private const string Word = "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">";
    private const string Kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

    private static byte[] Macro(string code) => new OleMaker().Macros("", ("ThisDocument", code)).ToArray();

    private static byte[] Docx(params (string Name, byte[] Content)[] entries) =>
        ZipMaker.Pack([("[Content_Types].xml", Samples.Bytes(Types)), ("word/document.xml", Samples.Bytes($"{Word}<w:p/></w:document>")),
        .. entries]);

    private static byte[] Related(string kind, string target, string mode = "External") => Docx(("word/_rels/settings.xml.rels",
        Samples.Bytes(
        "<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        + $"<Relationship Id=\"rId1\" Type=\"{Kinds}{kind}\" Target=\"{target}\" TargetMode=\"{mode}\"/></Relationships>")));

    [Fact]
    public void Complete_PlainDocument_IsClean()
    {
        var report = Judged.Of(Docx(("word/media/a.png", Samples.Png)));

        report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
        report.MediaType.ShouldEndWith("wordprocessingml.document");
    }

    [Theory]
    [InlineData("Sub AutoOpen()\r\n  Shell \"cmd.exe /c calc\"\r\nEnd Sub", Verdict.Malicious)]
    [InlineData("Private Sub Document_Open()\r\nCreateObject(\"WScr\" & \"ipt.Shell\").Run x, 0\r\nEnd Sub", Verdict.Malicious)]
    [InlineData("Sub Workbook_Open()\r\n  Range(\"A1\") = 1\r\nEnd Sub", Verdict.Suspicious)]
    [InlineData("Function Sum2(a, b)\r\nSum2 = a + b\r\nEnd Function", Verdict.Suspicious)]
    [InlineData("Option Explicit\r\n' only a comment\r\n", Verdict.Clean)]
    public void Complete_Macros_AreJudgedByTheirText(string code, Verdict verdict)
    {
        var docm = Judged.Of(Docx(("word/vbaProject.bin", Macro(code))));
        var doc = Judged.Of(new OleMaker().Add("WordDocument", new byte[600]).Macros("Macros/", ("ThisDocument", code)).ToArray());

        docm.Verdict.ShouldBe(verdict, Judged.Text(docm));
        doc.Verdict.ShouldBe(verdict, Judged.Text(doc));
        doc.MediaType.ShouldBe("application/msword");
    }

    [Fact]
    public void Complete_MacroWithoutText_IsStomped()
    {
        var report = Judged.Of(new OleMaker().Add("VBA/dir", [1]).Add("VBA/Module1", new byte[700]).ToArray());

        report.Verdict.ShouldBe(Verdict.Suspicious);
        report.Rules().ShouldContain("office.stomped-macro");
    }

    [Fact]
    public void Complete_DamagedProject_IsLookedAtAsText()
    {
        var report = Judged.Of([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, .. "Sub AutoOpen()\nShell(\"cmd\")"u8]);

        report.Verdict.ShouldBe(Verdict.Malicious);
        report.Gaps().ShouldContain("broken");
    }

    [Theory]
    [InlineData("attachedTemplate", "http://a.example/t.dotm", "office.remote-template")]
    [InlineData("attachedTemplate", @"\\a.example\share\t.dotm", "office.remote-template")]
    [InlineData("oleObject", "https://a.example/x.rtf", "office.remote-object")]
    [InlineData("oleObject", "mhtml:http://a.example/x!x-usc:http://a.example/x", "office.remote-object")]
    [InlineData("frame", "http://a.example/", "office.remote-object")]
    [InlineData("image", "file://a.example/share/p.png", "office.file-share")]
    [InlineData("hyperlink", "ms-msdt:/id PCWDiagnostic", "office.starting-link")]
    public void Complete_LinkThatActs_IsSuspicious(string kind, string target, string rule)
    {
        var report = Judged.Of(Related(kind, target));

        report.Verdict.ShouldBe(Verdict.Suspicious);
        report.Rules().ShouldContain(rule);
    }

    [Theory]
    [InlineData("hyperlink", "https://a.example/", "External")]
    [InlineData("image", "https://a.example/p.png", "External")]
    [InlineData("attachedTemplate", "file:///C:/Users/a/Templates/Normal.dotm", "External")]
    [InlineData("oleObject", "embeddings/oleObject1.bin", "Internal")]
    public void Complete_OrdinaryLink_IsClean(string kind, string target, string mode) =>
        Judged.Of(Related(kind, target, mode)).Verdict.ShouldBe(Verdict.Clean);

    [Theory]
    [InlineData("word/charts/_rels/chart1.xml.rels", Verdict.Clean)]
    [InlineData("word/_rels/document.xml.rels", Verdict.Suspicious)]
    public void Complete_TableOfAChartOnAShare_IsNotFetched(string name, Verdict verdict) => Judged.Of(Docx((name, Samples.Bytes(
        "<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship "
        + $"Id=\"r\" Type=\"{Kinds}oleObject\" Target=\"file:///\\\\a.example\\b\\c.xlsx\" TargetMode=\"External\"/></Relationships>"))))
        .Verdict.ShouldBe(verdict);

    [Theory]
    [InlineData("<w:fldSimple w:instr=\"DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe &quot;/k calc&quot;\"/>")]
    [InlineData("<w:instrText> DDEA</w:instrText></w:r><w:r><w:instrText>UTO cmd /k calc</w:instrText>")]
    [InlineData("<w:instrText>QUOTE 67 58 92 92 112 114 111 103</w:instrText>")]
    public void Complete_FieldThatStarts_IsSuspicious(string field)
    {
        var report = Judged.Of(Docx(("word/footer1.xml", Samples.Bytes($"{Word}<w:r>{field}</w:r></w:document>"))));

        report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
        report.Rules().ShouldContain("office.dde");
    }

    [Fact]
    public void Complete_SpreadsheetThatAsksAProgram_IsSuspicious()
    {
        const string link = "<externalLink xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><ddeLink "
            + "ddeService=\"cmd\" ddeTopic=\"/c calc\"/></externalLink>";
        const string sheet = "<xm:macrosheet xmlns:xm=\"http://schemas.microsoft.com/office/excel/2006/main\"/>";

        Judged.Of(ZipMaker.Pack(("[Content_Types].xml", Types), ("xl/externalLinks/externalLink1.xml", link))).Rules()
            .ShouldContain("office.dde");
        Judged.Of(ZipMaker.Pack(("[Content_Types].xml", Types), ("xl/macrosheets/sheet1.xml", sheet))).Rules()
            .ShouldContain("office.excel4-macro");
    }

    [Theory]
    [InlineData("Workbook", "85 00 08 00 00 00 00 00 00 01 01 00 41", "office.excel4-macro", Verdict.Suspicious)]
    [InlineData("Book", "85 00 08 00 00 00 00 00 02 01 01 00 41", "office.hidden-macro-sheet", Verdict.Suspicious)]
    [InlineData("Workbook", "85 00 08 00 00 00 00 00 00 00 01 00 41", null, Verdict.Clean)]
    [InlineData("Workbook", "AE 01 0D 00 00 00 08 00 00 4D 54 58 03 44 41 54 41", "office.dde", Verdict.Suspicious)]
    [InlineData("Workbook", "AE 01 0D 00 00 00 04 00 01 61 00 03 00 62 00 00 00", "office.dde", Verdict.Suspicious)]
    [InlineData("Workbook", "AE 01 0F 00 01 00 0A 00 00 01 02 61 03 62 2E 78 6C 73 00", null, Verdict.Clean)]
    [InlineData("Workbook", "AE 01 0D 00 00 00 08 00 00 01 01 40 61 03 62 2E 78", null, Verdict.Clean)]
    [InlineData("Workbook", "2F 00 02 00 00 00", null, Verdict.Unable)]
    public void Complete_OldWorkbook_IsReadByItsRecords(string stream, string records, string? rule, Verdict verdict)
    {
        var report = Judged.Of(new OleMaker().Add(stream, [0x09, 0x08, 0, 0, .. Convert.FromHexString(records.Replace(" ", ""))])
            .ToArray());

        report.Verdict.ShouldBe(verdict);
        report.MediaType.ShouldBe("application/vnd.ms-excel");
        if (rule is not null)
        {
            report.Rules().ShouldContain(rule);
        }
    }

    [Fact]
    public void Complete_LockedDocument_NeedsAPassword()
    {
        var locked = new byte[600];
        locked[0x0B] = 1;

        Judged.Of(new OleMaker().Add("EncryptionInfo", new byte[40]).Add("EncryptedPackage", new byte[5000]).ToArray()).Gaps()
            .ShouldBe(["needs-password"]);
        Judged.Of(new OleMaker().Add("WordDocument", locked).ToArray()).Gaps().ShouldBe(["needs-password"]);
    }

    [Fact]
    public void Complete_PackedFile_IsAPart()
    {
        byte[] native = [2, 0, .. "a.exe\0C:\\a.exe\0"u8, 0, 0, 3, 0, 4, 0, 0, 0, .. "tmp\0"u8,
            .. BitConverter.GetBytes(Samples.Program.Length), .. Samples.Program];
        byte[] stream = [.. BitConverter.GetBytes(native.Length), .. native];
        var report = Judged.Of(Docx(("word/embeddings/oleObject1.bin", new OleMaker().Add("\u0001Ole10Native", stream).ToArray())));

        report.Verdict.ShouldBe(Verdict.Suspicious);
        report.Part("a.exe").MediaType.ShouldEndWith("portable-executable");
    }

    [Theory]
    [InlineData("calc.exe", Verdict.Suspicious)]
    [InlineData("a.txt", Verdict.Clean)]
    public void Complete_PackedFile_IsJudgedByItsNameToo(string name, Verdict verdict)
    {
        byte[] native = [2, 0, .. Samples.Bytes(name), 0, .. Samples.Bytes(name), 0, 0, 0, 3, 0, 4, 0, 0, 0, .. "tmp\0"u8,
            .. BitConverter.GetBytes(Samples.Text.Length), .. Samples.Text];
        byte[] stream = [.. BitConverter.GetBytes(native.Length), .. native];

        Judged.Of(new OleMaker().Add("\u0001Ole10Native", stream).ToArray()).Verdict.ShouldBe(verdict);
    }

    [Fact]
    public void Complete_EquationOrAttackedControl_IsSuspicious()
    {
        Judged.Of(new OleMaker().Class("0002ce02-0000-0000-c000-000000000046").Add("Equation Native", new byte[30]).ToArray()).Verdict
            .ShouldBe(Verdict.Suspicious);
        Judged.Of(new OleMaker().Class("c74190b6-8589-11d1-b16a-00c0f0283628").Add("Contents", new byte[30]).ToArray()).Rules()
            .ShouldContain("office.attacked-control");
    }

    [Theory]
    [InlineData("{BDD1F04B-858B-11D1-B16A-00C0F0283628}", Verdict.Suspicious)]
    [InlineData("{8BD21D40-EC42-11CE-9E0D-00AA006002F3}", Verdict.Clean)]
    public void Complete_ControlOfAPackage_IsJudgedByItsClass(string component, Verdict verdict) => Judged.Of(Docx(
        ("word/activeX/activeX1.xml", Samples.Bytes("<ax:ocx xmlns:ax=\"http://schemas.microsoft.com/office/2006/activeX\" "
            + $"ax:classid=\"{component}\"/>")))).Verdict.ShouldBe(verdict);

    [Fact]
    public void Complete_SheetWithAnAttackedControl_IsSuspicious()
    {
        byte[] controls = [.. new byte[20], .. new Guid("bdd1f04b-858b-11d1-b16a-00c0f0283628").ToByteArray(), .. new byte[300]];
        var module = "Attribute VB_Name = \"Sheet1\"\r\nAttribute VB_Control = \"ListView2, 1, 1, MSComctlLib, ListView\"\r\n";

        Judged.Of(new OleMaker().Add("Workbook", new byte[600]).Add("Ctls", controls).ToArray()).Rules()
            .ShouldContain("office.attacked-control");
        Judged.Of(new OleMaker().Add("Workbook", new byte[600]).Macros("_VBA_PROJECT_CUR/", ("Sheet1", module)).ToArray()).Rules()
            .ShouldContain("office.attacked-control");
        Judged.Of(new OleMaker().Add("Workbook", new byte[600]).Add("Ctls", new byte[300]).ToArray()).Rules()
            .ShouldNotContain("office.attacked-control");
    }

    [Theory]
    [InlineData(3, 12, Verdict.Clean)]
    [InlineData(3, 48, Verdict.Suspicious)] // the name of a font that is too long for the editor
    [InlineData(5, 48, Verdict.Suspicious)]
    [InlineData(5, 48, Verdict.Clean, 3)] // MathType's
    [InlineData(5, 200, Verdict.Suspicious, 3)]
    [InlineData(9, 12, Verdict.Suspicious)]
    public void Complete_Equation_IsJudgedByItsRecords(byte version, int run, Verdict verdict, int component = 2)
    {
        byte[] records = [version, 1, 1, 3, 1, 10, 1, 2, 0x88, 0x6B, 0, 8, 1, 1, .. Enumerable.Repeat((byte)'A', run), 0, 0];
        byte[] stream = [28, 0, 0, 0, 2, 0, 0, 0, .. BitConverter.GetBytes(records.Length), .. new byte[16], .. records];

        var file = new OleMaker().Class($"0002ce0{component}-0000-0000-c000-000000000046").Add("Equation Native", stream);
        var report = Judged.Of(file.ToArray());

        Judged.Of(file.Add("EQUATION NATIVE", new byte[30]).ToArray()).Verdict.ShouldBe(Verdict.Suspicious);
        report.Verdict.ShouldBe(verdict, Judged.Text(report));
        report.Rules().ShouldContain(verdict == Verdict.Clean ? "office.formula" : "office.equation");
    }

    [Theory]
    [InlineData("0A 01 05 01 01 01 1F 1F 0000000000000000 0000000000000000 01 00 00 00", Verdict.Clean)] // 31 rows and columns
    [InlineData("0A 01 05 01 01 01 20 02 0000000000000000 00 01 00 00 00", Verdict.Suspicious)] // CVE-2018-0798
    [InlineData("0A 01 05 01 01 01 02 FF 00 0000 01 00 00 00", Verdict.Suspicious)]
    [InlineData("0A 81 05 05 85 80 80 1000 1000 01 01 01 02 60 00 0000 01 00 00 00", Verdict.Suspicious)] // moved
    [InlineData("0A 21 07 02 00 1000 00 2000 02 88 6B 00 05 00 00 00 40 40 00 00 00", Verdict.Suspicious)] // behind a ruler
    [InlineData("0A 01 03 0E 00 00 01 02 83 61 00 00 01 22 83 62 00 06 02 00 00 00 00", Verdict.Clean)] // a fraction
    [InlineData("09 65 0C00 01 02 83 61 00 09 64 03 0400 02 83 62 00 09 01 80 00 00", Verdict.Clean)]
    [InlineData("08 01 01 54696D6573 20 4E6577 20 526F6D616E 00 01 00 00", Verdict.Clean)]
    [InlineData("08 01 01 4141414141414141414141414141414141414141414141414141414141414141 00 01 00 00", Verdict.Suspicious)] // 32 letters
    [InlineData("0A 01 0F 00 00", Verdict.Suspicious)] // no record of the editor's
    [InlineData("0A 01 32 83 41 00 06 05 00 02 88 31 00 00 00 EF EF EF", Verdict.Clean)] // behind the end, whatever fills the stream
    [InlineData("0A 01 32 83 41 00 06 05 00 02 88 31 00 00 EF EF EF", Verdict.Suspicious)] // before it
    public void Complete_Equation_IsReadRecordByRecord(string hex, Verdict verdict)
    {
        byte[] records = [3, 1, 1, 3, 0, .. Convert.FromHexString(hex.Replace(" ", ""))];
        byte[] stream = [28, 0, 0, 0, 2, 0, 0, 0, .. BitConverter.GetBytes(records.Length), .. new byte[16], .. records];

        var report = Judged.Of(new OleMaker().Class("0002ce02-0000-0000-c000-000000000046").Add("Equation Native", stream).ToArray());

        report.Verdict.ShouldBe(verdict, Judged.Text(report));
    }

    /// <summary>Old documents keep a formula's records behind their size, in versions before the editor's last one.</summary>
    [Theory]
    [InlineData("02 00 00 03 00 0A 01 12 83 46 02 82 25 02 86 3D 02 88 31 02 88 30 03 03 00 00 01 03 0E 00 00 01 00 00 00", Verdict.Clean)]
    [InlineData("02 00 01 01 00 0A 01 12 83 46 02 86 3D 12 83 49 12 83 6C 12 83 42 12 82 73 12 82 69 12 82 6E 02 84 71 00", Verdict.Clean)]
    [InlineData("02 00 00 03 00 0A 01 08 90909090909090909090909090909090909090909090909090909090909090909090909090909090909090",
        Verdict.Suspicious)]
    [InlineData("EB 10 33 44 55", Verdict.Suspicious)]
    public void Complete_EquationOfOldDocument_IsJudgedByItsRecords(string hex, Verdict verdict)
    {
        var records = Convert.FromHexString(hex.Replace(" ", ""));
        byte[] stream = [.. BitConverter.GetBytes(records.Length), .. records];

        var report = Judged.Of(new OleMaker().Class("0002ce02-0000-0000-c000-000000000046").Add("\u0001Ole10Native", stream).ToArray());

        report.Verdict.ShouldBe(verdict, Judged.Text(report));
        report.Rules().Contains("office.equation").ShouldBe(verdict != Verdict.Clean);
    }

    [Theory]
    [InlineData("layout-cache", "\u0001\u0002")]
    [InlineData("[trash]/0000.dat", "\u0001\u0002")]
    [InlineData("xl/activeX/activeX1.bin", "\u0001\u0002")]
    [InlineData("Index/Document.iwa", "\0\u0001\u0002")]
    [InlineData("ObjectReplacements/Object 1", "VCLMTF\u0001\0\u0031\0")]
    [InlineData("ppt/media/model3d1.glb", "glTF\u0002\0\0\0")]
    [InlineData("xl/printerSettings/printerSettings1.xlbin", "\u0001\u0002")]
    [InlineData("xl/tables/table1.bin", "\u00D7\u0002\u0003abc")]
    [InlineData("xl/worksheets/binaryIndex1.bin", "\u002A\u0018abcdefghijklmnopqrstuvwx")]
    public void Complete_DataOfAnOfficeProgram_AreInert(string name, string data)
    {
        var bytes = System.Text.Encoding.Latin1.GetBytes(data);

        Judged.Of(ZipMaker.Pack((name, bytes), ("word/a.txt", Samples.Text))).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(ZipMaker.Pack((name, Samples.Program))).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of(ZipMaker.Pack(("xl/other.bin", [1, 2, 3]))).Verdict.ShouldBe(Verdict.Unable);
    }

    [Theory]
    [InlineData("layout-cache")]
    [InlineData("[trash]/0000.dat")]
    [InlineData("Index/Tables.iwa")]
    [InlineData("a/printerSettings/printerSettings1.bin")]
    public void Complete_DataOfAnOfficeProgramElsewhere_AreUnknown(string name) =>
        Judged.Of(ZipMaker.Pack((name, [1, 2, 3]))).Verdict.ShouldBe(Verdict.Unable);

    [Fact]
    public void Complete_OutlookMessage_HasItsAttachments()
    {
        var message = new OleMaker().Add("__properties_version1.0", new byte[32])
            .Add("__attach_version1.0_#00000000/__substg1.0_37010102", Samples.Program)
            .Add("__attach_version1.0_#00000000/__substg1.0_3707001F", System.Text.Encoding.Unicode.GetBytes("a.exe"))
            .Add("__nameid_version1.0/__substg1.0_10130102", new byte[16]).ToArray();

        var report = Judged.Of(message);

        report.MediaType.ShouldBe("application/vnd.ms-outlook");
        report.Part("a.exe").Verdict.ShouldBe(Verdict.Suspicious);
        report.Parts!.Count.ShouldBe(1); // the names of properties are no body
    }

    [Theory]
    [InlineData("Workbook")]
    [InlineData("VisioDocument")]
    [InlineData("Catalog")]
    public void Complete_OutlookMessageWithStreamOfAnotherType_IsAMessage(string other)
    {
        var message = new OleMaker().Add(other, new byte[32]).Add("__properties_version1.0", new byte[32])
            .Add("__attach_version1.0_#00000000/__substg1.0_37010102", Samples.Program)
            .Add("__attach_version1.0_#00000000/__substg1.0_3707001F", System.Text.Encoding.Unicode.GetBytes("a.exe")).ToArray();

        var report = Judged.Of(message);

        report.MediaType.ShouldBe("application/vnd.ms-outlook");
        report.Part("a.exe").Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData("xl/printerSettings/printerSettings1.bin", Verdict.Clean)]
    [InlineData("xl/customProperty2.bin", Verdict.Clean)]
    [InlineData("xl/other.bin", Verdict.Unable)]
    public void Complete_WhatAProgramKeepsForItself_IsCleanUnderItsName(string name, Verdict verdict)
    {
        Judged.Of(ZipMaker.Pack((name, [2, 0, 0, 0, 1, 0, 0, 0]))).Verdict.ShouldBe(verdict);
        Judged.Of(ZipMaker.Pack((name, Samples.Program))).Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_Installer_IsAProgram()
    {
        var installer = new OleMaker().Class("000c1084-0000-0000-c000-000000000046").Add("Binary.a", Samples.Program).ToArray();

        var alone = Judged.Of(installer);

        (alone.Verdict, alone.MediaType).ShouldBe((Verdict.Unable, "application/x-msi"));
        Judged.Of(ZipMaker.Pack(("a", installer))).Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData(2u)] // the directory leads into itself
    [InlineData(1u)]
    [InlineData(0x00FFFFFFu)]
    public void Complete_CircularSectors_AreToldAndEnd(uint target)
    {
        var file = new OleMaker().Add("WordDocument", new byte[20_000]).Add("Macros/VBA/a", new byte[20_000]).ToArray(fat =>
        {
            for (var i = 1; i < fat.Length; i++)
            {
                fat[i] = target;
            }
        });

        var report = Judged.Of(file);

        report.Verdict.ShouldNotBe(Verdict.Clean);
        report.Rules().ShouldContain("ole.circular");
    }

    [Fact]
    public void Complete_OpenDocumentWithMacros_IsSuspicious()
    {
        var odt = ZipMaker.Pack(
            ("mimetype", "application/vnd.oasis.opendocument.text"),
            ("Basic/Standard/Module1.xml", "<?xml version=\"1.0\"?><script:module xmlns:script=\"x\" script:name=\"Module1\">Sub "
            + "Main\nShell(\"a\")\nEnd Sub</script:module>"));
        var locked = ZipMaker.Pack(("mimetype", "application/vnd.oasis.opendocument.text"),
            ("META-INF/manifest.xml", "<manifest:manifest xmlns:manifest=\"x\"><manifest:encryption-data/></manifest:manifest>"));

        Judged.Of(odt).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of(locked).Gaps().ShouldContain("needs-password");
    }
}
