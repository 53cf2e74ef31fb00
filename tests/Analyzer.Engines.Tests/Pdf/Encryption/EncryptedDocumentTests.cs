using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf.Encryption;

/// <summary>Documents that open for everyone, or with the password that was sent, are read as if they were not encrypted.</summary>
public sealed class EncryptedDocumentTests
{
    private const string Script = "app.launchURL('http://a.example/')";
    private const string Catalog = "<</Type/Catalog/Pages 2 0 R/OpenAction 3 0 R>>";

    private static readonly byte[] Page = PdfBuilder.Zlib("q 1 0 0 1 0 0 cm Q"u8.ToArray());

    [Fact]
    public void Complete_KeyAtTheEnd_ReadsStringsAndStreams()
    {
        var report = Analyze(Everything(new EncryptedBuilder()).Key(20));

        ShouldBeOpen(report, PdfEncryption.ForEveryone);
        report.Pdf!.Encryption!.Method.ShouldBe("AES-256 (revision 5)");
    }

    [Fact]
    public void Complete_KeyAtTheBeginning_ReadsStringsAndStreams() =>
        ShouldBeOpen(Analyze(Everything(new EncryptedBuilder().Key(20))), PdfEncryption.ForEveryone);

    [Fact]
    public void Complete_KeyInTheTrailerItself_ReadsStringsAndStreams()
    {
        var builder = Everything(new EncryptedBuilder());
        ShouldBeOpen(Analyze(builder.Raw($"trailer\n<</Root 1 0 R/Encrypt{builder.Dictionary}>>\n")), PdfEncryption.ForEveryone);
    }

    [Fact]
    public void Complete_KeyNamedByAStreamOfCrossReferences_ReadsStringsAndStreams()
    {
        var builder = Everything(new EncryptedBuilder());
        var document = builder.Object(20, builder.Dictionary)
            .PlainStream(21, "/Type/XRef/W[1 2 1]/Index[0 1]/Size 22/Root 1 0 R/Encrypt 20 0 R", [0, 0, 0, 0]);

        ShouldBeOpen(Analyze(document), PdfEncryption.ForEveryone);
    }

    [Fact]
    public void Complete_NamesSpelledWithHexCodes_AreTheSame()
    {
        var builder = Everything(new EncryptedBuilder());
        var dictionary = builder.Dictionary.Replace("/Standard", "/Stand#61rd");
        ShouldBeOpen(Analyze(builder.Object(20, dictionary).Raw("trailer\n<</#45ncrypt 20 0 R>>\n")), PdfEncryption.ForEveryone);
    }

    [Fact]
    public void Complete_FiltersInObjectsOfTheirOwn_AreFound()
    {
        var builder = Everything(new EncryptedBuilder { Methods = "/CF 30 0 R/StmF/StdCF/StrF/StdCF" });
        ShouldBeOpen(
            Analyze(builder.Object(30, "<</StdCF 31 0 R>>").Object(31, "<</CFM/AESV3>>").Key(20)), PdfEncryption.ForEveryone);
    }

    [Fact]
    public void Complete_PasswordIsSent_OpensWithThatOneOnly()
    {
        var document = Everything(new EncryptedBuilder("pässword")).Key(20).ToArray();

        ShouldBeOpen(Analyze(document, "pässword"), PdfEncryption.WithPassword);
        foreach (var other in new[] { null, "", "password", new string('x', 1024 * 1024) })
        {
            var report = Analyze(document, other);
            report.Verdict.ShouldNotBe(Verdict.Clean);
            report.Pdf!.Encryption!.Opens.ShouldBe(PdfEncryption.NeedsPassword);
            report.Pdf.Scripts.ShouldBeNull();
        }
    }

    [Fact]
    public void Complete_OnePasswordForTwoFiles_IsForgottenAfterTheFirst()
    {
        var document = Everything(new EncryptedBuilder("secret")).Key(20).ToArray();
        using var analysis = new FileAnalysis();
        analysis.UsePassword("secret");
        Reported.Of(analysis, [document]).Pdf!.Encryption!.Opens.ShouldBe(PdfEncryption.WithPassword);

        Reported.Of(analysis, [document]).Pdf!.Encryption!.Opens.ShouldBe(PdfEncryption.NeedsPassword);
    }

    [Theory]
    [InlineData("/CF<</StdCF<</CFM/AESV3>>>>/StmF/Identity/StrF/StdCF")]
    [InlineData("/CF<</StdCF<</CFM/AESV3>>>>/StrF/StdCF")]
    [InlineData("/CF<</StdCF<</CFM/AESV3>>/Clear<</CFM/None>>>>/StmF/Clear/StrF/StdCF")]
    public void Complete_OnlyStringsAreEncrypted_ReadsBoth(string methods)
    {
        var builder = new EncryptedBuilder { Methods = methods };
        var document = builder.Object(1, Catalog).Object(3, $"<</S/JavaScript/JS{builder.String(Script)}>>")
            .PlainStream(4, "/Filter/FlateDecode", Page)
            .PlainStream(5, "/Filter/FlateDecode", PdfBuilder.Zlib("var a;"u8.ToArray())).Object(6, "<</S/JavaScript/JS 5 0 R>>");

        Scripts(Analyze(document.Key(20))).ShouldBe([Script, "var a;"], ignoreOrder: true);
    }

    [Fact]
    public void Complete_OnlyStreamsAreEncrypted_ReadsBoth()
    {
        var builder = new EncryptedBuilder { Methods = "/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF" };
        var document = builder.Object(1, Catalog).Object(3, $"<</S/JavaScript/JS({Script.Replace("(", "\\(").Replace(")", "\\)")})>>")
            .Stream(5, "", "var a;"u8.ToArray()).Object(6, "<</S/JavaScript/JS 5 0 R>>");

        Scripts(Analyze(document.Key(20))).ShouldBe([Script, "var a;"], ignoreOrder: true);
    }

    [Theory]
    [InlineData("")]
    [InlineData("/Filter/FlateDecode")]
    public void Complete_OnlyEmbeddedFilesAreEncrypted_ReadsThem(string filter)
    {
        var builder = new EncryptedBuilder { Methods = "/CF<</StdCF<</CFM/AESV3/AuthEvent/EFOpen>>>>/EFF/StdCF" };
        var file = Encoding.Latin1.GetBytes("MZ\u0090\0 not really a program");
        var document = builder.Object(1, "<</Type/Catalog/Names<</EmbeddedFiles<</Names[(a)8 0 R]>>>>>>")
            .PlainStream(4, "/Filter/FlateDecode", Page)
            .Object(8, "<</Type/Filespec/F(a.exe)/EF<</F 9 0 R>>>>")
            .Stream(9, $"/Type/EmbeddedFile{filter}", filter == "" ? file : PdfBuilder.Zlib(file)).Key(20);
        var report = Analyze(document);

        report.Pdf!.Attachments!.Single().Kind.ShouldBe("executable");
        report.Pdf.Attachments![0].Size.ShouldBe(file.Length);
    }

    [Fact]
    public void Complete_StreamWithACryptFilterOfItsOwn_IsReadByThat()
    {
        var builder = new EncryptedBuilder { Methods = "/CF<</StdCF<</CFM/AESV3>>/Own<</CFM/AESV3>>>>/StrF/StdCF" };
        var document = builder.Object(1, Catalog).Object(3, "<</S/JavaScript/JS 4 0 R/Next 5 0 R>>")
            .Stream(4, "/Filter[/Crypt/FlateDecode]/DecodeParms[<</Name/Own>>null]", PdfBuilder.Zlib("first"u8.ToArray()))
            .Object(5, "<</S/JavaScript/JS 6 0 R/Next 7 0 R>>")
            .PlainStream(6, "/Filter/Crypt", "second"u8.ToArray())
            .Object(7, "<</S/JavaScript/JS 8 0 R>>")
            .PlainStream(8, "/DecodeParms<</Name/Identity>>/Filter[/Crypt]", "third"u8.ToArray()).Key(20);

        Scripts(Analyze(document)).ShouldBe(["first", "second", "third"], ignoreOrder: true);
    }

    [Fact]
    public void Complete_StringsInsideAnObjectStream_AreDecryptedOnce()
    {
        var builder = new EncryptedBuilder();
        var (content, first) = PdfBuilder.Content((1, Catalog), (3, "<</S/JavaScript/JS(inside)>>"));
        var document = builder.Stream(9, $"/Type/ObjStm/N 2/First {first}/Filter/FlateDecode", PdfBuilder.Zlib(content)).Key(20);

        Scripts(Analyze(document)).ShouldBe(["inside"]);
    }

    [Theory]
    [InlineData("5 0 R")]
    [InlineData("<</Filter/Standard/V 5/R 5/CF 5 0 R/StmF/StdCF/O 5 0 R/U 5 0 R>>")]
    [InlineData("<</Filter/Standard/V 5/R 2/O()/U()>>")]
    [InlineData("<</Filter/Standard/V 4/R 4/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/O<00>/U<00>/P -4>>")]
    [InlineData("<</Filter/Standard/V 2/R 3/Length 99999999999/O<>/U<>/P 99999999999>>")]
    [InlineData("<</Filter/Standard")]
    [InlineData("<</Filter/Adobe.PubSec/V 4/SubFilter/adbe.pkcs7.s5/Recipients[<00>]>>")]
    [InlineData("[5 0 R]")]
    public void Complete_DictionaryThatIsNone_IsUnable(string dictionary)
    {
        var document = new PdfBuilder().Object(1, "<</Type/Catalog>>").Object(5, dictionary).Raw("trailer<</Encrypt 5 0 R>>\n");
        var report = document.Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Pdf!.Encryption!.Opens.ShouldBe(PdfEncryption.NotOpened);
    }

    [Fact]
    public void Complete_TwoDictionariesThatContradict_IsUnable()
    {
        var builder = Everything(new EncryptedBuilder());
        var other = new EncryptedBuilder("other");
        var report = Analyze(builder.Key(20).Object(21, other.Dictionary).Raw("trailer\n<</Encrypt 21 0 R>>\n"));

        report.Score.ShouldBeGreaterThanOrEqualTo(Analyze(Everything(new EncryptedBuilder()).Key(20)).Score);
        report.Verdict.ShouldNotBe(Verdict.Clean);
        Analyze(new EncryptedBuilder().Object(1, "<</Type/Catalog>>").Key(20).Object(21, other.Dictionary)
            .Raw("trailer\n<</Encrypt 21 0 R>>\n")).Verdict.ShouldBe(Verdict.Unable);
    }

    [Fact]
    public void Complete_EncryptionAddedToADocumentInTheClear_HidesNothing()
    {
        var plain = HandmadeDocument.WithEverything();
        var added = new EncryptedBuilder().Key(900).ToArray().AsSpan("%PDF-1.7\n".Length);
        var score = PdfBuilder.Analyze(plain).Score;

        Analyze([.. plain, .. added]).Score.ShouldBeGreaterThanOrEqualTo(score);
        Analyze([.. plain.AsSpan(0, 9), .. added, .. plain.AsSpan(9)]).Score.ShouldBeGreaterThanOrEqualTo(score);
    }

    [Fact]
    public void Complete_MoreBeforeTheKeyThanIsHeld_IsUnable()
    {
        var builder = new EncryptedBuilder().Object(1, "<</Type/Catalog>>").Stream(2, "", new byte[70_000]);
        for (var number = 3; number < 30; number++)
        {
            builder.Stream(number, "/Type/ObjStm/N 0/First 1", new byte[400_000]);
        }

        var report = Analyze(builder.Key(50));

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Pdf!.Encryption!.ShouldBe(new PdfEncryption(PdfEncryption.NotOpened, "AES-256 (revision 5)"));
    }

    [Fact]
    public void Complete_MuchBeforeTheKeyThatCannotAct_IsOpened()
    {
        var builder = new EncryptedBuilder();
        for (var number = 40; number < 70; number++)
        {
            builder.Stream(number, "/Subtype/Image", new byte[400_000]);
            builder.Stream(100 + number, "", new byte[200_000]);
        }

        ShouldBeOpen(Analyze(Everything(builder).Key(20)), PdfEncryption.ForEveryone);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(64)]
    [InlineData(1000)]
    public void Complete_CutAnywhere_ReportsTheSame(int length)
    {
        foreach (var document in new[] { Everything(new EncryptedBuilder()).Key(20), Everything(new EncryptedBuilder().Key(20)) })
        {
            var bytes = document.ToArray();
            var pieces = bytes.Chunk(length).Select(piece => (ReadOnlyMemory<byte>)piece);
            Reported.Text(pieces).ShouldBe(Reported.Text([bytes]));
        }
    }

    // A script in a string, one in a stream that is named before it and one after, a file and a link.
    internal static EncryptedBuilder Everything(EncryptedBuilder builder)
    {
        var (content, first) = PdfBuilder.Content((10, "<</Type/Annot/Subtype/Link/A<</S/URI/URI(http://b.example/)>>>>"));
        return builder.Object(1, Catalog).Stream(2, "/Filter/FlateDecode", Page)
            .Object(3, $"<</S/JavaScript/JS {builder.String(Script)}/Next 5 0 R>>")
            .Stream(4, "/Filter/FlateDecode", PdfBuilder.Zlib("earlier"u8.ToArray()))
            .Object(5, "<</S/JavaScript/JS 4 0 R/Next 6 0 R>>").Object(6, "<</S/JavaScript/JS 7 0 R>>")
            .Stream(7, "", "later"u8.ToArray())
            .Stream(8, $"/Type/ObjStm/N 1/First {first}/Filter/FlateDecode", PdfBuilder.Zlib(content))
            .Object(11, $"<</Type/Filespec/F{builder.String("t.exe")}/EF<</F 12 0 R>>>>")
            .Stream(12, "/Type/EmbeddedFile/Filter/FlateDecode", PdfBuilder.Zlib(Encoding.Latin1.GetBytes("MZ\u0090\0 not really")));
    }

    private static void ShouldBeOpen(AnalysisReport report, string opens)
    {
        report.Pdf!.Encryption!.Opens.ShouldBe(opens);
        Scripts(report).ShouldBe([Script, "earlier", "later"], ignoreOrder: true);
        report.Pdf.Links.ShouldBe(["http://b.example/"]);
        report.Pdf.Attachments!.Select(file => (file.Name, file.Kind)).ShouldBe([("t.exe", "executable")]);
        report.Pdf.Inside!.Value["obj"].ShouldBe(1);
        report.Coverage!.UnopenedObjectStreams.ShouldBe(0);
        report.Coverage.UnreadScripts.ShouldBe(0);
    }

    private static IEnumerable<string> Scripts(AnalysisReport report) => (report.Pdf!.Scripts ?? []).Select(script => script.Text);

    private static AnalysisReport Analyze(EncryptedBuilder document) => Analyze(document.ToArray());

    private static AnalysisReport Analyze(byte[] document, string? password = null)
    {
        using var analysis = new FileAnalysis();
        analysis.UsePassword(password);
        return Reported.Of(analysis, [document]);
    }
}
