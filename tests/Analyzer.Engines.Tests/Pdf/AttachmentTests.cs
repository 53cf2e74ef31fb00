using System.Security.Cryptography;
using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;
using Analyzer.Engines.Tests.Pdf.Filters;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class AttachmentTests
{
    [Theory]
    [InlineData("MZ\u0090\0 and more", "tool.bin", "executable", "part.program")]
    [InlineData("\u007fELF...", "tool", "executable", "part.program")]
    [InlineData("%PDF-1.4\n", "a.pdf", "pdf", null)]
    [InlineData("PK\u0003\u0004\u0014\0\0\0", "a.zip", "archive", null)]
    [InlineData("{\\rtf1}", "a.rtf", "office", null)]
    [InlineData("WScript.Echo 1", "a.vbs", "script", "part.script-name")]
    [InlineData("just words", "a.txt", "text", null)]
    public void Complete_AnEmbeddedFile_IsTyped(string content, string name, string kind, string? rule)
    {
        var bytes = Encoding.Latin1.GetBytes(content);
        var report = new PdfBuilder()
            .Object(1, $"<</Type/Filespec/F(x)/UF({name})/EF<</F 2 0 R/UF 2 0 R>>>>")
            .Stream(2, "/Type/EmbeddedFile/Filter/FlateDecode", PdfBuilder.Zlib(bytes)).Analyze();

        var attachment = report.Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem();
        (attachment.Name, attachment.Size, attachment.Kind, attachment.Place.ObjectNumber).ShouldBe((name, bytes.Length, kind, 2));
        attachment.Sha256.ShouldBe(new FileId(SHA256.HashData(bytes)));
        var part = report.Parts.ShouldNotBeNull().ShouldHaveSingleItem();
        part.Name.ShouldBe(name);
        part.Findings.Where(finding => finding.Points > 0).Select(finding => finding.Rule).ShouldBe(rule is null ? [] : [rule]);
        report.Findings.ShouldNotContain(finding => finding.Rule.StartsWith("pdf.attached-"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Complete_EmbeddedFileWithoutAType_IsKnownByItsName(bool isNamedFirst)
    {
        Func<PdfBuilder, PdfBuilder> name = builder => builder
            .Object(1, "<</UF(a.exe)/EF<</F 2 0 R/UF 2 0 R>>>>").Object(3, "<</UF(a.exe)/EF<</F 2 0 R>>>>");
        Func<PdfBuilder, PdfBuilder> stream = builder => builder
            .Stream(2, "/Filter/FlateDecode", PdfBuilder.Zlib(Encoding.Latin1.GetBytes("MZ\u0090\0 and more")));
        var report = (isNamedFirst ? stream(name(new PdfBuilder())) : name(stream(new PdfBuilder()))).Analyze();

        var attachment = report.Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem();
        (attachment.Name, attachment.Kind).ShouldBe(("a.exe", "executable"));
        (report.Coverage!.Opened, report.Coverage.Skipped.Other).ShouldBe((1, 0));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Complete_ARevisionWithATypeBesideOneWithout_BothAreRead(bool isTypedFirst)
    {
        Action<PdfBuilder>[] revisions =
        [
            builder => builder.Stream(2, "/Type/EmbeddedFile", "text"u8.ToArray()),
            builder => builder.Stream(2, "", "MZ\0\0"u8.ToArray()),
        ];
        var builder = new PdfBuilder();
        revisions[isTypedFirst ? 0 : 1](builder);
        revisions[isTypedFirst ? 1 : 0](builder);

        var report = builder.Object(1, "<</UF(a.txt)/EF<</F 2 0 R/UF 2 0 R>>>>").Object(3, "<</UF(a.txt)/EF<</F 2 0 R>>>>").Analyze();

        report.Pdf!.Attachments.ShouldNotBeNull().Select(attachment => attachment.Kind).ShouldBe(["text", "executable"], ignoreOrder: true);
    }

    [Theory]
    [InlineData("", "MZ\0\0", "a.txt", "executable")]
    [InlineData("", "WScript.Echo 1", "a.vbs", "script")]
    [InlineData("", "#!/bin/sh", "a.txt", "script")]
    [InlineData("", "just words", "a.txt", null)]
    [InlineData("/Type/EmbeddedFile", "MZ\0\0", "a.exe", "executable")]
    public void Complete_ManyStreamsBetweenAFileAndItsName_IsTyped(string type, string content, string name, string? kind)
    {
        var builder = new PdfBuilder().Stream(2, type, Encoding.Latin1.GetBytes(content)).Filler(1_197);
        var named = builder.ToArray().Length;
        var report = builder.Object(1, $"<</UF({name})/EF<</F 2 0 R>>>>").Analyze();

        // The place of a stream that is kept no longer is that of what names it.
        var attachment = report.Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem();
        (attachment.Name, attachment.Kind).ShouldBe((name, kind));
        attachment.Place.ShouldBe(type.Length > 0 ? new Place(attachment.Place.Offset, 2) : new Place(named, 1));
        attachment.Place.Offset.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData("<</UF(a.txt)/EF<</F 2 0 R>>>>")]
    [InlineData("<</UF(a.txt)/EF 7 0 R>>")]
    public void Complete_ANameWithoutItsFile_TellsWhereTheNameIs(string specification)
    {
        var builder = new PdfBuilder().Object(7, "<</F 2 0 R>>");
        var named = builder.ToArray().Length;

        builder.Object(1, specification).Analyze().Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem()
            .Place.ShouldBe(new Place(named, 1));
        var inside = new PdfBuilder().ObjectStream(5, (1, specification), (7, "<</F 2 0 R>>")).Analyze();
        var place = inside.Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem().Place;
        (place.ObjectNumber, place.Inside).ShouldBe((1, 5));
        place.Offset.ShouldBeGreaterThan(0);
    }

    /// <summary>A PDF in a PDF, without a filter, holds the words that end the stream that it lies in.</summary>
    [Theory]
    [InlineData("%PDF-1.7\n9 0 obj<</A/B>>endobj\n", Verdict.Clean)]
    [InlineData("%PDF-1.7\n9 0 obj<<>>stream\n.\nendstream endobj\n", Verdict.Clean)]
    [InlineData("%PDF-1.7\n1 0 obj<</Length 1>>stream\n.\nendstream endobj\n2 0 obj<</Type/Catalog>>endobj\n"
        + "trailer<</Root 2 0 R>>\n%%EOF\n", Verdict.Clean)]
    [InlineData("%PDF-1.7\n1 0 obj<</Length 1>>stream\n.\nendstream endobj\n2 0 obj<</Type/Catalog/OpenAction"
        + "<</S/URI/URI(http://a.example/)>>>>endobj\n%%EOF", Verdict.Suspicious)]
    [InlineData("From: a\nTo: b\n\n1 0 obj<<>>endobj\nendstream\nendobj\n", Verdict.Clean)]
    public void Complete_AFileThatHoldsTheWordsOfItsEnd_IsWhole(string content, Verdict verdict)
    {
        var bytes = Encoding.ASCII.GetBytes(content);
        foreach (var isNamedFirst in new[] { true, false })
        {
            var builder = isNamedFirst ? NameFile(new()) : new();
            builder.Stream(2, "/Type/EmbeddedFile", bytes).Stream(3, "/Type/EmbeddedFile", bytes);
            var document = (isNamedFirst ? builder : NameFile(builder)).Raw("trailer<</Root 1 0 R>>\n%%EOF\n").ToArray();
            var report = PdfBuilder.Analyze(document);

            report.Verdict.ShouldBe(verdict, Judged.Text(report));
            report.Pdf!.Attachments.ShouldNotBeNull().Select(attachment => (attachment.Size, attachment.Sha256))
                .ShouldBe(Enumerable.Repeat(((long?)bytes.Length, (FileId?)new FileId(SHA256.HashData(bytes))), 2));
            report.Coverage!.Skipped.Broken.ShouldBe(0);
            for (var step = 1; step < 12; step++)
            {
                var cuts = Enumerable.Range(0, document.Length).Where(at => at % step == 0);
                Reported.Text(Counted.Pieces(document, cuts)).ShouldBe(Reported.Text(report));
            }
        }
    }

    /// <summary>A reader that believes a wrong length does not know what lies there.</summary>
    [Theory]
    [InlineData(400)]
    [InlineData(30)]
    public void Complete_AFileOfAWrongLength_IsUnable(int length)
    {
        var report = NameFile(new()).Raw($"2 0 obj<</Type/EmbeddedFile/Length {length}>>stream\n%PDF-1.7\n1 0 obj<<>>endobj\n"
            + "2 0 obj<<>>endobj\nendstream endobj\n").Object(3, "<</OpenAction<</S/URI/URI(http://a.example/)>>>>").Analyze();

        report.Verdict.ShouldBe(Verdict.Suspicious);
        report.Parts.ShouldNotBeNull()[0].Unable.ShouldNotBeNull().ShouldHaveSingleItem().Reason.ShouldBe("broken");
    }

    private static PdfBuilder NameFile(PdfBuilder builder) => builder.Object(1, "<</Type/Catalog/B<</UF(a.pdf)/EF<</F 2 0 R>>>>>>");

    /// <summary>A file that was taken for no file when it passed, or whose letters are no bytes, has no more than its beginning.</summary>
    [Theory]
    [InlineData("/Type/EmbeddedFile/Filter/ASCII85Decode", "87cURendobj+9~>")]
    [InlineData("", "%PDF-1.7\n9 0 obj<</A/B>>endobj\n")]
    public void Complete_AFileThatHoldsTheWordsOfItsEnd_HasNoSizeAndNoHash(string entries, string content)
    {
        foreach (var isNamedFirst in entries.Length > 0 ? new[] { true, false } : [false])
        {
            var builder = isNamedFirst ? Name(new()) : new();
            builder.Stream(2, entries, Encoding.ASCII.GetBytes(content));
            var report = (isNamedFirst ? builder : Name(builder)).Analyze();

            var attachment = report.Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem();
            (attachment.Name, attachment.Size, attachment.Sha256).ShouldBe(("a.pdf", null, null));
            report.Coverage!.Skipped.Broken.ShouldBe(1);
        }

        static PdfBuilder Name(PdfBuilder builder) => builder.Object(1, "<</UF(a.pdf)/EF<</F 2 0 R>>>>");
    }

    [Theory]
    [InlineData("/Length 5", "text\nendstream")]
    [InlineData("/Length 5", "text\n\r\nendstream")]
    [InlineData("/Length 5", "text\r\nendstream")]
    [InlineData("/Length 4", "text\nendstream")]
    [InlineData("/Length 3", "text\nendstream")]
    [InlineData("/Length 9 0 R", "text\nendstream")]
    public void Complete_AFileOfAnyLength_IsReadToItsEnd(string length, string data)
    {
        var size = length == "/Length 5" ? 5 : 4;
        foreach (var type in new[] { "/Type/EmbeddedFile", "" })
        {
            var report = new PdfBuilder().Raw($"2 0 obj<<{type}{length}>>stream\n{data} endobj ")
                .Object(1, "<</UF(a.txt)/EF<</F 2 0 R>>>>").Raw(new string(' ', 100)).Analyze();

            var attachment = report.Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem();
            (attachment.Size, attachment.Sha256).ShouldBe((size, new FileId(SHA256.HashData(Encoding.ASCII.GetBytes(data[..size])))), type);
            report.Coverage!.Skipped.Broken.ShouldBe(0);
        }
    }

    [Theory]
    [InlineData("FlateDecode")]
    [InlineData("LZWDecode")]
    [InlineData("ASCII85Decode")]
    [InlineData("ASCIIHexDecode")]
    [InlineData("RunLengthDecode")]
    public void Complete_AFileOfAWrongLengthThatTellsItsEnd_IsWhole(string filter)
    {
        var name = "1 0 obj<</UF(a.txt)/EF<</F 2 0 R>>>>endobj ";
        byte[] file =
        [
            .. Encoding.ASCII.GetBytes($"2 0 obj<</Filter/{filter}/Length 9999>>stream\n"), .. Encoders.Encode(filter, "text"u8.ToArray()),
            .. "\nendstream endobj "u8,
        ];
        foreach (var document in new[] { new PdfBuilder().Raw(name).Raw(file), new PdfBuilder().Raw(file).Raw(name) })
        {
            document.Raw(new string(' ', 100)).Analyze().Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem().Size.ShouldBe(4);
        }
    }

    [Fact]
    public void Complete_LinksAndPaths_AreListedOnce()
    {
        var report = new PdfBuilder()
            .Object(1, "<</A<</S/URI/URI(http://a.example/)>>>>").Object(2, "<</A<</S/URI/URI(http://a.example/)>>>>")
            .ObjectStream(9, (3, "<</A<</S/GoToR/F(\\\\\\\\host\\\\share)>>>>")).Analyze();

        report.Pdf!.Links.ShouldBe(["http://a.example/", "\\\\host\\share"]);
    }

    [Theory]
    [InlineData("text", "MZ\u0090\0 and more", "a.exe", 1)]
    [InlineData("text", "WScript.Echo 1", "a.vbs", 1)]
    [InlineData("MZ\u0090\0 and more", "WScript.Echo 1", "a.vbs", 71)]
    public void Complete_AFileAfterManyOthers_IsTypedAndListed(string others, string content, string name, int suspicious)
    {
        foreach (var (isNamedFirst, type) in new[] { (true, "/Type/EmbeddedFile"), (true, ""), (false, "/Type/EmbeddedFile"), (false, "") })
        {
            var builder = new PdfBuilder();
            for (var number = 100; number < 170; number++)
            {
                Add(builder, number, "a.bin", others, isNamedFirst, type);
            }

            var report = Add(builder, 200, name, content, isNamedFirst, type).Analyze();

            var told = report.Findings.Single(finding => finding.Rule == "part.suspicious");
            (told.Count, told.Excerpt, report.Verdict).ShouldBe((suspicious, suspicious == 1 ? name : "a.bin", Verdict.Suspicious));
            report.Pdf!.Attachments!.Count.ShouldBe(64);
            var listed = report.Pdf.Attachments[^1];
            (listed.Place.ObjectNumber, listed.Name).ShouldBe((200, name));
        }
    }

    [Fact]
    public void Complete_NamesOfFilesElsewhere_AreLinks()
    {
        string[] targets =
        [
            "/S/SubmitForm/F(http://a.example/1)", "/S/ImportData/F(https://a.example/2)", "/S/GoToR/F<</FS/URL/F(ftp://a.example/3)>>",
            "/S/GoToR/F(//host/4)", "/S/GoToR/F<FEFF005C005C0035>", "/S/GoToR/F<EFBBBF5C5C36>", "/S/GoToR/F<FFFE5C005C003700>",
            "/S/GoToR/F(C:/8.pdf)", "/S/GoToR/F(Re: 9.pdf)", "/S/GoToR/F(/10.pdf)", "/S/SubmitForm/F(mailto:11@a.example)",
        ];
        var builder = new PdfBuilder();
        for (var i = 0; i < targets.Length; i++)
        {
            builder.Object(i + 1, $"<<{targets[i]}>>");
        }

        builder.Analyze().Pdf!.Links.ShouldBe(
        [
            "http://a.example/1", "https://a.example/2", "ftp://a.example/3", "//host/4", "\\\\5", "\\\\6", "\\\\7", "mailto:11@a.example",
        ]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Complete_TwoStreamsOfOneFile_BothAreRead(bool isNamedFirst)
    {
        Func<PdfBuilder, PdfBuilder> name = builder => builder.Object(1, "<</UF(a.exe)/EF<</UF 5 0 R/F 6 0 R>>>>");
        Func<PdfBuilder, PdfBuilder> streams = builder => builder.Stream(5, "", "MZ\0\0"u8.ToArray()).Stream(6, "", "text"u8.ToArray());
        var report = (isNamedFirst ? streams(name(new PdfBuilder())) : name(streams(new PdfBuilder()))).Analyze();

        report.Pdf!.Attachments.ShouldNotBeNull().Select(file => (file.Name, file.Place.ObjectNumber, file.Kind))
            .ShouldBe([("a.exe", 5, "executable"), ("a.exe", 6, "text")]);
        report.Findings.ShouldContain(finding => finding.Rule == "part.suspicious");
    }

    /// <summary>Whatever stands first: the file's specification, its parts, or all of them in an object stream.</summary>
    [Theory]
    [InlineData("<</UF(a.vbs)/EF<</F 5 0 R>>/CI<</F(x)>>>>")]
    [InlineData("<</CI<</F(x)>>/EF<</F 5 0 R>>/UF(a.vbs)>>")]
    [InlineData("<</UF 6 0 R/EF<</F 5 0 R>>>>")]
    [InlineData("<</EF<</F 5 0 R>>/F 6 0 R>>")]
    [InlineData("<</UF(a.vbs)/EF 7 0 R>>")]
    [InlineData("<</EF 7 0 R/UF 6 0 R>>")]
    public void Complete_AFileInParts_IsNamed(string specification)
    {
        var script = "WScript.Echo 1"u8.ToArray();
        AnalysisReport[] reports =
        [
            new PdfBuilder().Object(1, specification).Object(6, "(a.vbs)").Object(7, "<</F 5 0 R>>").Stream(5, "", script).Analyze(),
            new PdfBuilder().Stream(5, "", script).Object(6, "(a.vbs)").Object(7, "<</F 5 0 R>>").Object(1, specification).Analyze(),
            new PdfBuilder().Object(7, "<</F 5 0 R>>").Object(1, specification).Stream(5, "", script).Object(6, "(a.vbs)").Analyze(),
            new PdfBuilder().Stream(5, "", script).ObjectStream(9, (7, "<</F 5 0 R>>"), (1, specification), (6, "(a.vbs)")).Analyze(),
        ];
        foreach (var report in reports)
        {
            var attachment = report.Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem();
            (attachment.Name, attachment.Kind).ShouldBe(("a.vbs", "script"));
            var part = report.Parts.ShouldNotBeNull().ShouldHaveSingleItem();
            part.Findings.ShouldContain(finding => finding.Rule == "part.script-name");
            report.Findings.Single(finding => finding.Rule == "part.suspicious").Excerpt.ShouldBe("a.vbs");
        }
    }

    [Fact]
    public void Complete_ANameThatIsNotThere_LeavesRoomForALaterOne()
    {
        var unnamed = new PdfBuilder().Object(1, "<</UF 6 0 R/EF<</F 5 0 R>>>>").Stream(5, "", "text"u8.ToArray());
        unnamed.Analyze().Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem().Name.ShouldBeNull();

        unnamed.Object(2, "<</UF(a.txt)/EF<</F 5 0 R>>>>").Analyze().Pdf!.Attachments.ShouldNotBeNull()
            .ShouldHaveSingleItem().Name.ShouldBe("a.txt");
    }

    [Fact]
    public void Complete_ManyFilesWithOneNameElsewhere_AreNamedWithinABound()
    {
        var builder = new PdfBuilder();
        for (var number = 10; number < 80; number++)
        {
            builder.Object(number + 1000, $"<</UF 6 0 R/EF<</F {number} 0 R>>>>").Stream(number, "", "text"u8.ToArray());
        }

        builder.Object(6, "(a.txt)").Analyze().Pdf!.Attachments.ShouldNotBeNull().ShouldAllBe(file => file.Name == "a.txt");
    }

    [Fact]
    public void Complete_AnAddressThatIsAnObject_IsALink()
    {
        AnalysisReport[] reports =
        [
            new PdfBuilder().Object(1, "<</S/URI/URI 6 0 R>>").Object(6, "(http://a.example/)").Analyze(),
            new PdfBuilder().Object(6, "(http://a.example/)").Object(1, "<</S/URI/URI 6 0 R>>").Analyze(),
            new PdfBuilder().ObjectStream(9, (6, "(http://a.example/)"), (1, "<</A<</S/URI/URI 6 0 R>>>>")).Analyze(),
        ];

        reports.ShouldAllBe(report => report.Pdf!.Links != null && report.Pdf.Links.SequenceEqual(new[] { "http://a.example/" }));
    }

    // ISO 32000-2, D.2.
    [Fact]
    public void Complete_ANameInPdfDocEncoding_IsDecoded() => new PdfBuilder()
        .Object(1, "<</UF(\u0080\u0084\u0093\u009E\u00A0\u00FC\\037.txt)/EF<</F 5 0 R>>>>").Stream(5, "", "text"u8.ToArray())
        .Analyze().Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem().Name.ShouldBe("\u2022\u2014\uFB01\u017E\u20ACü\u02DC.txt");

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Complete_AnEncryptedDocument_ShowsNoCiphertext(bool isEncrypted)
    {
        var report = new PdfBuilder()
            .Object(1, "<</UF(\u00B3\u0001\u00E7k)/EF<</F 5 0 R>>>>").Stream(5, "/Type/EmbeddedFile", "MZ\0\0"u8.ToArray())
            .Object(2, "<</UF(plain.txt)/EF<</F 6 0 R>>>>").Stream(6, "/Type/EmbeddedFile", "text"u8.ToArray())
            .Object(3, "<</A<</S/URI/URI(\u00B3\u0001)>>/B<</S/URI/URI(http://a.example/)>>/C<</S/JavaScript/JS(\u00B3\u0001)>>>>")
            .ObjectStream(9, (10, "<</A/B>>")).Raw(isEncrypted ? "trailer<</Encrypt 8 0 R>>" : "trailer<<>>").Analyze();

        var files = report.Pdf!.Attachments.ShouldNotBeNull();
        files.Select(file => file.Name is null).ShouldBe([isEncrypted, false]);
        files.ShouldAllBe(file => (file.Size == null && file.Sha256 == null && file.MediaType == null && file.Kind == null) == isEncrypted);
        report.Pdf.Links!.Count.ShouldBe(isEncrypted ? 1 : 2);
        (report.Pdf.Scripts?.Count ?? 0).ShouldBe(isEncrypted ? 0 : 1);
        (report.Coverage!.Opened, report.Coverage.Skipped.Encrypted).ShouldBe(isEncrypted ? (1, 2) : (3, 0));
        report.Findings.Single(finding => finding.Rule == "part.suspicious").Excerpt.ShouldNotBeNull()
            .All(char.IsAscii).ShouldBe(isEncrypted);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Complete_AnEncryptedDocument_ShowsNoCiphertextAsExcerpt(bool isEncrypted)
    {
        var report = new PdfBuilder()
            .Object(1, "<</Type/Catalog/OpenAction<</S/JavaScript/JS(a\u00B3\u0001\u00E7k(z)>>>>")
            .Object(3, "<</A<</S/URI/URI(\u00B3\u0001e)>>/B<</S/Launch/F(\u00B3\u0001.exe)>>>>\n")
            .Raw(isEncrypted ? "trailer<</Encrypt 8 0 R>>" : "trailer<<>>").Analyze();

        var excerpts = report.Findings.Select(finding => finding.Excerpt).OfType<string>().ToList();
        excerpts.Any(excerpt => excerpt.Contains("\\xB3", StringComparison.Ordinal)).ShouldBe(!isEncrypted);
        excerpts.ShouldContain(excerpt => excerpt.Contains(isEncrypted ? "/JS(…" : "/JS(a", StringComparison.Ordinal));
    }

    private static PdfBuilder Add(PdfBuilder builder, int number, string name, string content, bool isNamedFirst, string type)
    {
        var specification = $"<</Type/Filespec/UF({name})/EF<</F {number} 0 R>>>>";
        builder = isNamedFirst ? builder.Object(number + 1000, specification) : builder;
        builder.Stream(number, type, Encoding.Latin1.GetBytes(content));
        return isNamedFirst ? builder : builder.Object(number + 1000, specification);
    }
}
