using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Data of another type before, between and behind the revisions of a document.</summary>
public sealed class ForeignDataTests
{
    public static TheoryData<string, string> Data => new()
    {
        { "MZ\u0090\0 a program", "application/x-dosexec" },
        { "\u007FELF\u0002\u0001\u0001", "application/x-elf" },
        { "PK\u0003\u0004\u0014\0\0\0\0\0", "application/zip" },
        { "PK\u0001\u0002\u0014\0\0\0\0\0", "application/zip" },
        { "Rar!\u001A\u0007\u0001\0", "application/vnd.rar" },
        { "{\\rtf1 \\object}", "application/rtf" },
        { "<html><body><script>alert(1)</script>", "text/html" },
        { "<script>alert(1)</script>", "text/html" },
        { "#!/bin/sh\nrm -r /", "text/x-shellscript" },
        { "Set a = CreateObject(\"WScript.Shell\")", "text/x-script" },
        { "7z\u00BC\u00AF\u0027\u001C\0\u0004 an archive", "application/x-7z-compressed" },
        { "MSCF\0\0\0\0 a cabinet", "application/vnd.ms-cab-compressed" },
        { "Start-Process calc\n$a = 1\n", "text/x-powershell" },
        { "start /min calc.exe\r\nexit", "application/x-bat" },
        { "powershell -w hidden -c calc", "text/x-script" },
        { "@calc.exe", "application/x-bat" },
        { "start calc.exe\r\nexit /b", "application/x-bat" },
        { "\"C:\\Windows\\System32\\cmd.exe\" /c calc", "application/x-bat" },
        { "MIME-Version: 1.0\nContent-Type: multipart/related", "message/rfc822" },
        { "From: a\nMIME-Version: 1.0\n\nActiveMime", "message/rfc822" },
    };

    [Fact]
    public void Complete_TheTestFileBehindTheEnd_IsMalicious()
    {
        byte[] document = [.. new PdfBuilder().Object(1, "<</Type/Catalog>>").Raw("%%EOF\n").ToArray(), .. Making.Samples.Eicar, 10];

        PdfBuilder.Analyze(document).Verdict.ShouldBe(Verdict.Malicious);
    }

    [Theory]
    [MemberData(nameof(Data))]
    public void Complete_DataThatCanAct_AreAPart(string data, string mediaType)
    {
        var bytes = Encoding.Latin1.GetBytes(data);
        var first = new PdfBuilder().Object(1, "<</Type/Catalog>>").Raw("xref\n0 1\ntrailer<<>>\nstartxref\n9\n%%EOF");
        (byte[] Document, long Offset)[] documents =
        [
            ([.. first.ToArray(), .. "\r\n\0"u8, .. bytes], first.ToArray().Length + 3),
            ([.. first.ToArray(), .. "\n"u8, .. bytes, .. "\n2 0 obj<</A 1>>endobj\n%%EOF\n"u8], first.ToArray().Length + 1),
            ([.. new PdfBuilder().ToArray(), .. bytes, .. "\n1 0 obj<</A 1>>endobj\n"u8], 9),
            ([.. "%PDF-1.4\n%abcd\r\n%\n"u8, .. bytes, .. "\n1 0 obj<</A 1>>endobj\n"u8], 18),
            ([.. new PdfBuilder().Object(1, "<<>>").ToArray(), .. bytes], new PdfBuilder().Object(1, "<<>>").ToArray().Length),
        ];
        foreach (var (document, offset) in documents)
        {
            var report = PdfBuilder.Analyze(document);

            var finding = report.Findings.Single(finding => finding.Rule == "pdf.foreign-data");
            (finding.Points, finding.Offset).ShouldBe((100, offset));
            finding.Excerpt!.ShouldStartWith($"{mediaType}: ");
            report.Parts.ShouldNotBeNull().ShouldHaveSingleItem().Offset.ShouldBe(offset);
            foreach (var step in new[] { 1, 3, 7 })
            {
                var cuts = Enumerable.Range(0, document.Length).Where(at => at % step == 0);
                Reported.Text(Counted.Pieces(document, cuts)).ShouldBe(Reported.Text(report));
            }
        }
    }

    /// <summary>"MalDoc in PDF": Word opens the file as a web archive, and runs its macros.</summary>
    [Theory]
    [InlineData("1 0 obj\n{0}\nendobj\n2 0 obj<</Type/Catalog>>endobj\n")]
    [InlineData("1 0 obj\n<</Type/Catalog>>\r\n{0}\nendobj\n")]
    [InlineData("1 0 obj\n<</Type/Catalog\r\n{0}\n>>endobj\n")]
    public void Complete_AMessageWithinAnObject_IsAPart(string objects)
    {
        const string Message = "Mime-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n\nQWN0aXZlTWltZQ\n--x--\n";
        var document = Encoding.Latin1.GetBytes("%PDF-1.7\n" + objects.Replace("{0}", Message) + "%%EOF\n");

        var report = PdfBuilder.Analyze(document);

        var finding = report.Findings.Single(finding => finding.Rule == "pdf.foreign-data");
        finding.Offset.ShouldBe(document.AsSpan().IndexOf("Mime"u8));
        finding.Excerpt!.ShouldStartWith("message/rfc822: ");
        report.Verdict.ShouldBe(Verdict.Suspicious);
        foreach (var step in new[] { 1, 3, 7 })
        {
            var cuts = Enumerable.Range(0, document.Length).Where(at => at % step == 0);
            Reported.Text(Counted.Pieces(document, cuts)).ShouldBe(Reported.Text(report));
        }
    }

    [Fact]
    public void Complete_ATextAboutMessagesInAPage_IsNone()
    {
        var document = new PdfBuilder().Object(1, "<</Type/Catalog/A(\nMIME-Version: 1.0\n)>>").Raw("%%EOF\n").ToArray();

        PdfBuilder.Analyze(document).Findings.ShouldNotContain(finding => finding.Rule == "pdf.foreign-data");
    }

    [Theory]
    [InlineData("new ActiveXObject(\"WScript.Shell\").Run(\"calc\");\n")]
    [InlineData("On Error Resume Next\r\nSet s = CreateObject(\"WScript.Shell\")\r\n")]
    [InlineData("@echo off & goto x ")]
    [InlineData("MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n\r\n")]
    [InlineData("import base64;exec(base64.b64decode('cHJpbnQoMSk='))\n#")]
    public void Complete_AScriptBeforeTheHeader_IsAPolyglot(string script)
    {
        var report = PdfBuilder.Analyze([.. Encoding.Latin1.GetBytes(script), .. new PdfBuilder().Object(1,
            "<</Type/Catalog>>").ToArray()]);

        report.Findings.ShouldContain(finding => finding.Rule == "pdf.polyglot");
        report.Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData("def f(d):\n    return d.startswith(b\"%PDF-1.4\")\n")]
    [InlineData("out.write(b\"%PDF-1.4\\n1 0 obj\\n<<>>\\nendobj\")\n")]
    [InlineData("rule A { strings: $a = \"%PDF-\" condition: $a at 0 }\n")]
    [InlineData("The file begins with %PDF-1.7 and ends with %%EOF.\n")]
    [InlineData("0\tstring\t%PDF-\tPDF document\n")]
    [InlineData("def f(d):\n    return d.startswith(b\"%PDF-1.4\") and b\"startxref\" in d and b\"trailer\" in d\n")]
    public void Complete_ATextThatSpeaksOfPdf_IsNone(string text)
    {
        var report = Making.Judged.Of(text);

        report.MediaType.ShouldStartWith("text/");
        report.Verdict.ShouldBeOneOf(Verdict.Clean, Verdict.Unable);
        Making.Judged.Of(text + new string('\n', 5000) + "1 0 obj\n<</OpenAction 2 0 R>>\nendobj\n").Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData("Report %PDF-1.7 1 0 obj", "endobj")]
    [InlineData("Report %PDF-1.7\n\f1 0 obj", "endobj")]
    [InlineData("Report %PDF-1.7\n1\n0\nobj", "endobj")]
    [InlineData("Report %PDF-1.7\n%\n2 1 0 obj", "endobj")]
    [InlineData("Report %PDF-1.7\n(a)1 0obj", "endobj")]
    public void Complete_DocumentBehindWords_IsOne(string start, string end)
    {
        var report = Making.Judged.Of($"{start}<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>{end}");

        report.MediaType.ShouldBe("application/pdf");
        report.Findings.ShouldContain(finding => finding.Rule == "pdf.launch-program");
    }

    [Theory]
    [InlineData("trailer\r\n<</Root 1 0 R>>")]
    [InlineData("startxref 9\n%%EOF")]
    public void Complete_TextWithTheEndOfADocument_IsOne(string end) =>
        Making.Judged.Of($"Report %PDF-1.7\nx1 %\n0 obj<</A 1>>endobj\n{end}").MediaType.ShouldBe("application/pdf");

    [Theory]
    [InlineData("")]
    [InlineData("\n\n\0\0\0\u001A")]
    [InlineData("\n% a comment\n%%EOF\n")]
    [InlineData("\n2 0 obj<<>>endobj\nxref\n0 1\n0000000000 65535 f \ntrailer<</Size 2>>\nstartxref\n5\n%%EOF")]
    [InlineData("\nThis file was made by a program that says so here.")]
    [InlineData("\nwww.novapdf.com\n")]
    [InlineData("\nFor support see example.com\n")]
    [InlineData("\nJava is needed for this form.\n")]
    [InlineData("\n<!-- page generated in 0.1 s -->")]
    [InlineData("\u0089PNG\r\n\u001A\n")]
    public void Complete_OtherDataBehindTheEnd_AreNothing(string data)
    {
        var document = new PdfBuilder().Object(1, "<</Type/Catalog>>").Raw("trailer<<>>\nstartxref\n9\n%%EOF").Raw(data).ToArray();
        var report = PdfBuilder.Analyze(document);

        (report.Verdict, report.Parts).ShouldBe((Verdict.Clean, null));
        Reported.Text(Counted.Pieces(document, Enumerable.Range(0, document.Length))).ShouldBe(Reported.Text(report));
    }

    [Fact]
    public void Complete_ADocumentInADocument_IsNoForeignData()
    {
        var inner = new PdfBuilder().Object(1, "<<>>").Raw("%%EOF\n").ToArray();

        PdfBuilder.Analyze([.. inner, .. inner]).Verdict.ShouldBe(Verdict.Clean);
    }

    [Theory]
    [InlineData("%!PS-Adobe-3.0 PDF-1.7\n")]
    [InlineData("%pdf-1.7\n")]
    [InlineData("%Pdf-1.7\n")]
    [InlineData("\u00EF\u00BB\u00BF%pDF-1.7\n")]
    public void Complete_AHeaderThatSomeReadersTake_IsOne(string header)
    {
        var report = PdfBuilder.Analyze(
            [.. Encoding.Latin1.GetBytes(header), .. "1 0 obj<</OpenAction<</S/URI/URI(http://a.example/)>>>>endobj\n"u8]);

        (report.MediaType, report.Verdict, report.Pdf!.Version).ShouldBe(("application/pdf", Verdict.Suspicious, "1.7"));
        report.Findings.ShouldContain(finding => finding.Rule == "pdf.odd-header");
    }
}
