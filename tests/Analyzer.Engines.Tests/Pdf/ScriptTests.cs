using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Pdf.Filters;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class ScriptTests
{
    [Theory]
    [InlineData("this.getField('a').value = 1;", "")]
    [InlineData("util.printf('%45000f', 1)", "pdf.script-exploit")]
    [InlineData("util.printf('%.2f', 1)", "")]
    [InlineData("Collab.getIcon(a)", "pdf.script-exploit")]
    [InlineData("eval(unescape('%61'))", "pdf.script-runs-decoded|pdf.script-decodes")]
    [InlineData("var a = unescape('%61'); eval(a)", "pdf.script-runs-decoded|pdf.script-decodes")]
    [InlineData("eval('a' + 'b')", "")] // What it runs can be computed, and nothing is decoded.
    [InlineData("eval(unescape(info.Title))", "pdf.script-runs-decoded|pdf.script-decodes")]
    [InlineData("String.fromCharCode(65)", "")]
    [InlineData("this.exportDataObject({cName:'a',nLaunch:2})", "pdf.script-starts")]
    [InlineData("app.launchURL('http://a.example')", "pdf.script-connects")]
    [InlineData("this.submitForm('http://a.example')", "pdf.script-connects")]
    public void Complete_AScript_IsExamined(string script, string rules)
    {
        var escaped = script.Replace("(", "\\(").Replace(")", "\\)");
        var hex = Convert.ToHexString([0xFE, 0xFF, .. Encoding.BigEndianUnicode.GetBytes(script)]);
        byte[] bytes = Encoding.ASCII.GetBytes(script);
        AnalysisReport[] reports =
        [
            new PdfBuilder().Object(1, $"<</S/JavaScript/JS({escaped})>>").Analyze(),
            new PdfBuilder().Object(1, $"<</S/JavaScript/JS<{hex}>>>").Analyze(),
            new PdfBuilder().Object(1, $"<</S/JavaScript/JS<FFFE{Convert.ToHexString(Encoding.Unicode.GetBytes(script))}>>>").Analyze(),
            new PdfBuilder().Object(1, $"<</S/JavaScript/JS<EFBBBF{Convert.ToHexString(bytes)}>>>").Analyze(),
            new PdfBuilder().Object(1, "<</S/JavaScript/JS 2 0 R>>")
                .Stream(2, "", [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(script)]).Analyze(),
            new PdfBuilder().Object(1, "<</S/JavaScript/JS 2 0 R>>").Object(2, $"({escaped})").Analyze(),
            new PdfBuilder().Object(2, $"({escaped})").Object(1, "<</S/JavaScript/JS 2 0 R>>").Analyze(),
            new PdfBuilder().Object(1, "<</S/JavaScript/JS 2 0 R>>").Stream(2, "", bytes).Analyze(),
            new PdfBuilder().Stream(2, "", bytes).Object(1, "<</S/JavaScript/JS 2 0 R>>").Analyze(),
            new PdfBuilder().Stream(2, "/Filter/FlateDecode", PdfBuilder.Zlib(bytes))
                .ObjectStream(9, (1, "<</S/JavaScript/JS 2 0 R>>")).Analyze(),
            new PdfBuilder().ObjectStream(9, (1, "<</S/JavaScript/JS 2 0 R>>"), (2, $"({escaped})")).Analyze(),
        ];
        foreach (var report in reports)
        {
            report.Findings.Where(finding => finding.Rule.StartsWith("pdf.script-")).Select(finding => finding.Rule)
                .ShouldBe(rules.Split('|', StringSplitOptions.RemoveEmptyEntries));
            report.Pdf!.Scripts.ShouldNotBeNull().ShouldHaveSingleItem().Text.ShouldBe(script);
            report.Coverage!.UnreadScripts.ShouldBe(0);
        }
    }

    /// <summary>Its strings are encrypted: what stands there is not the script that a reader runs.</summary>
    [Theory]
    [InlineData("trailer<</Encrypt 9 0 R>>", 2)]
    [InlineData("trailer<</Root 1 0 R>>", 0)]
    public void Complete_ScriptsOfAnEncryptedDocument_CountAsUnread(string trailer, int unread)
    {
        var report = new PdfBuilder().Object(1, "<</S/JavaScript/JS(a)>>").Object(2, "<</S/JavaScript/JS(b)>>").Raw(trailer).Analyze();

        report.Coverage!.UnreadScripts.ShouldBe(unread);
    }

    [Fact]
    public void Complete_MachineCodeInEscapes_IsShellcode()
    {
        var escapes = string.Join("\"+\"", Enumerable.Repeat("%u9090%u4141", 10));
        var report = new PdfBuilder().Object(1, $"<</S/JavaScript/JS(var a = \"{escapes}\";)>>").Analyze();

        report.Findings.ShouldContain(finding => finding.Rule == "pdf.script-shellcode");
    }

    public static TheoryData<string, string> Limits => new()
    {
        { string.Concat(Enumerable.Repeat("String.fromCharCode(65);", 8)), "pdf.script-decodes" },
        { string.Concat(Enumerable.Repeat("String.fromCharCode(65);", 7)), "" },
        { $"String.fromCharCode({string.Join(',', Enumerable.Repeat("0x41", 40))})", "pdf.script-decodes" },
        { $"String.fromCharCode({string.Join(',', Enumerable.Repeat("0x41", 39))})", "" },
        { $"a='{string.Concat(Enumerable.Repeat("\\u9090", 16))}'", "pdf.script-shellcode" },
        { $"a='{string.Concat(Enumerable.Repeat("\\u9090", 15))}'", "" },
        { $"a='{string.Concat(Enumerable.Repeat("\\x90", 64))}'", "pdf.script-shellcode" },
        { $"a='{string.Concat(Enumerable.Repeat("\\x90", 63))}'", "" },
        { string.Concat(Enumerable.Repeat("[]+!", 250)), "pdf.script-unparsed|pdf.script-unreadable" },
        { string.Concat(Enumerable.Repeat("[]+!", 250))[1..], "pdf.script-unparsed" }, // Too short.
        // Sixty percent are signs, and more would have to be.
        { string.Concat(Enumerable.Repeat("[]+![]aaaa", 100)), "pdf.script-unparsed" },
        { string.Concat(Enumerable.Repeat("[]+!", 250)).Replace('!', '\u00E9'), "pdf.script-unparsed" }, // As if encrypted.
        { Dense, "pdf.script-unparsed|pdf.script-unreadable" },
        { Dense.Insert(500, " "), "pdf.script-unparsed" }, // No word is that long.
        { new string('a', 2000), "" }, // A long word that says little.
    };

    private static string Dense => new(new Random(3).GetItems<char>(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+=", 1000));

    [Theory]
    [MemberData(nameof(Limits))]
    public void Complete_AScriptAtALimit_IsMarkedFromThereOn(string script, string rules)
    {
        var report = new PdfBuilder()
            .Object(1, $"<</S/JavaScript/JS<{Convert.ToHexString(Encoding.Latin1.GetBytes(script))}>>>").Analyze();

        report.Findings.Where(finding => finding.Rule.StartsWith("pdf.script-")).Select(finding => finding.Rule)
            .ShouldBe(rules.Split('|', StringSplitOptions.RemoveEmptyEntries));
    }

    // ISO 32000-2, D.2: where PDFDocEncoding is not Latin-1, in strings and in streams.
    [Fact]
    public void Complete_AScriptInPdfDocEncoding_IsDecoded()
    {
        byte[] bytes = [0x18, 0x1F, 0x80, 0x92, 0x9E, 0x9F, 0xA0, 0xA1, 0xE9];
        var script = "\u02D8\u02DC\u2022\u2122\u017E\u009F\u20AC\u00A1\u00E9";

        new PdfBuilder().Object(1, $"<</JS<{Convert.ToHexString(bytes)}>>>").Object(2, "<</JS 3 0 R>>").Stream(3, "", bytes)
            .Analyze().Pdf!.Scripts.ShouldNotBeNull().Select(found => found.Text).ShouldBe([script, script]);
    }

    [Fact]
    public void Complete_ScriptThatIsNotThere_IsUnreadAndWeighsNothing()
    {
        var report = new PdfBuilder().Object(1, "<</S/X/JS 2 0 R>>").Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Coverage!.UnreadScripts.ShouldBe(1);
    }

    // 64 KiB are 65,536 characters of PDFDocEncoding and 32,767 of UTF-16 behind its mark.
    [Theory]
    [InlineData(false, 65_536, 65_536)]
    [InlineData(false, 65_537, 65_536)]
    [InlineData(true, 32_767, 32_767)]
    [InlineData(true, 32_768, 32_767)]
    public void Complete_ScriptTooLong_IsCutAndUnread(bool isUtf16, int length, int read)
    {
        var script = new string('a', length);
        byte[] bytes = isUtf16 ? [0xFE, 0xFF, .. Encoding.BigEndianUnicode.GetBytes(script)] : Encoding.Latin1.GetBytes(script);
        PdfBuilder[] documents =
        [
            new PdfBuilder().Object(1, $"<</S/X/JS<{Convert.ToHexString(bytes)}>>>"),
            new PdfBuilder().Object(1, "<</S/X/JS 2 0 R>>").Stream(2, "", bytes),
        ];
        foreach (var report in documents.Select(document => document.Analyze()))
        {
            var found = report.Pdf!.Scripts!.Single();
            (found.Length, found.Cut, report.Coverage!.UnreadScripts).ShouldBe((read, length > read, length > read ? 1 : 0));
        }
    }

    /// <summary>The words that end a stream may stand in a script: /Length tells that the rest of it was not read.</summary>
    [Theory]
    [InlineData("a='endobj';eval(unescape('%61'))", 1)]
    [InlineData("a='endstream';eval(unescape('%61'))", 1)]
    [InlineData("a='end';\n", 0)]
    public void Complete_AScriptThatHoldsTheWordsOfItsEnd_IsUnread(string script, int unread)
    {
        var bytes = Encoding.ASCII.GetBytes(script);
        PdfBuilder[] documents =
        [
            new PdfBuilder().Object(1, "<</S/X/JS 2 0 R>>").Stream(2, "", bytes),
            new PdfBuilder().Stream(2, "", bytes).Object(1, "<</S/X/JS 2 0 R>>"),
            new PdfBuilder().Stream(2, "", bytes).Filler(1_200).Object(1, "<</S/X/JS 2 0 R>>"),
        ];
        documents.Select(document => document.Analyze().Coverage!.UnreadScripts).ShouldAllBe(count => count == unread);
    }

    [Theory]
    [InlineData("/Length 5", "a=1;\nendstream")]
    [InlineData("/Length 6", "a=1;\r\nendstream")]
    [InlineData("/Length -1", "a=1;\nendstream")]
    public void Complete_AScriptOfAnyLength_IsRead(string length, string data)
    {
        var stream = $"2 0 obj<<{length}>>stream\n{data} endobj ";
        PdfBuilder[] documents =
        [
            new PdfBuilder().Object(1, "<</S/X/JS 2 0 R>>").Raw(stream),
            new PdfBuilder().Raw(stream).Object(1, "<</S/X/JS 2 0 R>>"),
        ];
        documents.Select(document => document.Analyze().Coverage!.UnreadScripts).ShouldAllBe(count => count == 0);
    }

    [Theory]
    [InlineData("FlateDecode")]
    [InlineData("LZWDecode")]
    [InlineData("ASCII85Decode")]
    [InlineData("ASCIIHexDecode")]
    [InlineData("RunLengthDecode")]
    public void Complete_AScriptOfAWrongLengthThatTellsItsEnd_IsRead(string filter)
    {
        var stream = $"2 0 obj<</Filter/{filter}/Length 9999>>stream\n";
        var script = Encoders.Encode(filter, "a=1;"u8.ToArray());
        PdfBuilder[] documents =
        [
            new PdfBuilder().Object(1, "<</S/X/JS 2 0 R>>").Raw(stream).Raw(script).Raw("\nendstream endobj "),
            new PdfBuilder().Raw(stream).Raw(script).Raw("\nendstream endobj ").Object(1, "<</S/X/JS 2 0 R>>"),
            new PdfBuilder().Raw(stream).Raw(script).Raw("\nendstream endobj ").Filler(1_200).Object(1, "<</S/X/JS 2 0 R>>"),
        ];
        documents.Select(document => document.Analyze().Coverage!.UnreadScripts).ShouldAllBe(count => count == 0);
    }

    [Theory]
    [InlineData(60_000, 80, 1)] // Longer streams never displace a small one.
    [InlineData(4_000, 500, 1)] // Two megabytes of small ones do not either.
    [InlineData(4_000, 1_100, 0)] // Memory is bounded: what it does is remembered, and not its text.
    public void Complete_StreamsBetweenASmallScriptAndItsName_StillCounts(int length, int streams, int listed)
    {
        var report = new PdfBuilder().Stream(2, "", "eval(unescape('%61'))"u8.ToArray()).Filler(streams, length)
            .Object(1, "<</S/JavaScript/JS 2 0 R>>").Analyze();

        report.Coverage!.UnreadScripts.ShouldBe(0);
        (report.Pdf!.Scripts?.Count ?? 0).ShouldBe(listed);
        var finding = report.Findings.Single(finding => finding.Rule == "pdf.script-runs-decoded");
        (finding.Count, finding.Places!.Count, finding.Excerpt is null).ShouldBe((1, 1, listed == 0));
    }

    [Fact]
    public void Complete_FirstRevisionOfAScriptForgotten_StillCounts()
    {
        var report = new PdfBuilder().Stream(2, "", "eval(unescape('%61'))"u8.ToArray()).Filler(1_200)
            .Stream(2, "", "1"u8.ToArray()).Object(1, "<</S/JavaScript/JS 2 0 R>>").Analyze();

        report.Coverage!.UnreadScripts.ShouldBe(0);
        report.Findings.ShouldContain(finding => finding.Rule == "pdf.script-runs-decoded");
        report.Pdf!.Scripts.ShouldNotBeNull().ShouldHaveSingleItem().Text.ShouldBe("1");
    }

    [Theory]
    [InlineData("(eval\\(unescape\\('%61'\\)\\))", "<</S/X/JS 2 0 R>>", "pdf.script-runs-decoded")]
    [InlineData("<</Length 9>>stream\n<script>app.launchURL('x')</script>\nendstream", "<</XFA[(a) 2 0 R]>>", "pdf.script-connects")]
    public void Complete_AForgottenStringOrForm_StillCounts(string content, string name, string rule)
    {
        var report = new PdfBuilder().Object(2, content).Filler(1_200).Object(1, name).Analyze();

        report.Coverage!.UnreadScripts.ShouldBe(0);
        report.Findings.ShouldContain(finding => finding.Rule == rule);
    }

    // To examine costs time: a file has a share of it, which the streams take that are forgotten first.
    [Fact]
    public void Complete_AScriptForgottenAfterManyOthers_IsUnread()
    {
        var report = new PdfBuilder().Filler(100).Stream(2, "", "eval(unescape('%61'))"u8.ToArray()).Filler(1_200)
            .Object(1, "<</S/JavaScript/JS 2 0 R>>").Analyze();

        report.Coverage!.UnreadScripts.ShouldBe(1);
        report.Verdict.ShouldNotBe(Verdict.Clean);
    }

    [Theory]
    [InlineData("eval('1') // ", 0)] // As long as is read of a script.
    [InlineData("eval('1') ///", 1)]
    public void Complete_AForgottenScriptAsLongAsIsRead_IsReadToItsEnd(string start, int unread)
    {
        var script = Encoding.ASCII.GetBytes(start + new string('a', 65_536 - "eval('1') // ".Length + unread));
        var builder = new PdfBuilder().Stream(2, "/Filter/FlateDecode", PdfBuilder.Zlib(script));

        var report = builder.Filler(1_200).Object(1, "<</S/JavaScript/JS 2 0 R>>").Analyze();

        report.Coverage!.UnreadScripts.ShouldBe(unread);
    }
}
