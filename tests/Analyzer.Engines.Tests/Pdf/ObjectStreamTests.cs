using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Pdf.Filters;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class ObjectStreamTests
{
    private const string Catalog = "<</Type/Catalog/OpenAction 3 0 R>>";
    private const string Script = "<</S/JavaScript/JS(app.alert\\(1\\))>>";

    [Fact]
    public void Complete_ScriptInsideAnObjectStream_IsFoundThere()
    {
        var report = new PdfBuilder().ObjectStream(12, (1, Catalog), (3, Script)).Analyze();

        report.Verdict.ShouldBe(Verdict.Suspicious);
        var inside = report.Pdf.ShouldNotBeNull().Inside.ShouldNotBeNull();
        (inside["/JavaScript"], inside["/JS"], inside["/OpenAction"], inside["obj"], inside["endobj"]).ShouldBe((1, 1, 1, 2, 2));
        report.Pdf.Keywords["/JavaScript"].ShouldBe(0);
        var finding = report.Findings.Single(finding => finding.Rule == "pdf.javascript");
        finding.Places.ShouldNotBeNull().ShouldHaveSingleItem().ShouldBe(new Place(finding.Offset, 3, 12));
        finding.Excerpt.ShouldBe("ion 3 0 R>>\\x0A<</S/JavaScript/JS(app.alert\\\\(1\\\\))>>\\x0A");
        report.Pdf.Scripts.ShouldNotBeNull().ShouldHaveSingleItem().Text.ShouldBe("app.alert(1)");
        report.Coverage.ShouldNotBeNull().Opened.ShouldBe(1);
    }

    [Fact]
    public void Serialize_ReportOfWhatIsInside_ReadsBackTheSame()
    {
        var json = ReportJson.Serialize(PdfBuilder.Analyze(HandmadeDocument.WithEverything()));

        ReportJson.Serialize(ReportJson.Deserialize(json)).ShouldBe(json);
        var older = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(json).Replace("\"coverage\":", "\"unknown\":"));
        ReportJson.Deserialize(older).Coverage.ShouldBeNull();
    }

    [Theory]
    [InlineData("/Type/ObjStm")]
    [InlineData("/Type /Obj#53tm")]
    [InlineData("/#54ype/ObjStm")]
    [InlineData("/X[1 2(endobj <<)<</Type/Page>>]/Type/ObjStm")]
    [InlineData("/Type/ObjStm/Type/XRef")]
    [InlineData("")]
    [InlineData("/Type 9 0 R")]
    [InlineData("/Type/XObject/Subtype/Image")]
    public void Complete_ObjectStreamHoweverItIsSpelled_IsOpened(string type)
    {
        var (content, first) = PdfBuilder.Content((3, Script));
        var report = new PdfBuilder().Stream(5, $"{type}/N 1/First {first}/Filter/FlateDecode", PdfBuilder.Zlib(content)).Analyze();

        report.Pdf!.Inside!.Value["/JavaScript"].ShouldBe(1);
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("/Filter/A85", "85")]
    [InlineData("/Filter/AHx", "hex")]
    [InlineData("/Filter[/A85/Fl]", "85 flate")]
    public void Complete_ObjectStream_CountsTheBytesThatItDecodesTo(string filter, string encoders)
    {
        var (content, first) = PdfBuilder.Content((1, Catalog), (3, Script));
        var data = encoders.Contains("flate") ? PdfBuilder.Zlib(content) : content;
        data = encoders.Contains("85") ? Encoders.Ascii85(data) : encoders == "hex" ? Encoders.AsciiHex(data) : data;
        var report = new PdfBuilder().Stream(5, $"/Type/ObjStm/N 2/First {first}{filter}", data).Analyze();

        (report.Coverage!.Opened, report.Coverage.DecodedBytes).ShouldBe((1, content.Length));
    }

    public static TheoryData<string, string> Filters => new()
    {
        { "", "" },
        { "/Filter/Fl", "flate" },
        { "/Filter[/ASCIIHexDecode]", "hex" },
        { "/Filter/A85", "85" },
        { "/Filter/RunLengthDecode", "run" },
        { "/Filter/LZWDecode", "lzw" },
        { "/Filter/LZW/DecodeParms<</EarlyChange 0>>", "lzw0" },
        { "/Filter[/A85/FlateDecode]", "flate 85" },
        { "/DecodeParms[null null<</Predictor 15/Columns 7>>]/Filter[/AHx/LZW/Fl]", "png flate lzw hex" },
        { "/DecodeParms<</Columns 9/Predictor 2>>/Filter/FlateDecode", "tiff flate" },
    };

    [Theory]
    [MemberData(nameof(Filters))]
    public void Complete_ObjectStreamInAnyEncoding_IsOpened(string entries, string encodings)
    {
        var (content, first) = PdfBuilder.Content((1, Catalog), (3, Script));
        foreach (var encoding in encodings.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            content = encoding switch
            {
                "flate" => PdfBuilder.Zlib(content),
                "hex" => Encoders.AsciiHex(content),
                "85" => Encoders.Ascii85(content),
                "run" => Encoders.RunLength(content),
                "lzw" => Encoders.Lzw(content),
                "lzw0" => Encoders.Lzw(content, early: false),
                "png" => Encoders.Png(content, 7, 4),
                _ => Encoders.Tiff(content, 9),
            };
        }

        var report = new PdfBuilder().Stream(5, $"/Type/ObjStm/N 2/First {first}{entries}", content).Analyze();

        report.Pdf!.Inside!.Value["/JavaScript"].ShouldBe(1);
        report.Coverage!.UnopenedObjectStreams.ShouldBe(0);
    }

    [Theory]
    [InlineData("/Length 7")]
    [InlineData("/Length -1")]
    [InlineData("/Length 9 0 R")]
    [InlineData("/Length 999999999999")]
    [InlineData("")]
    public void Complete_WrongLength_EndsAtTheKeyword(string length)
    {
        var (content, first) = PdfBuilder.Content((3, Script));
        var report = new PdfBuilder()
            .Raw($"5 0 obj<</Type/ObjStm/N 1/First {first}/Filter/FlateDecode{length}>>stream\r\n").Raw(PdfBuilder.Zlib(content))
            .Raw("\r\nendstream endobj\n").Object(6, "<</S/Launch/Win<</F(cmd.exe)>>>>").Analyze();

        report.Pdf!.Inside!.Value["/JavaScript"].ShouldBe(1);
        report.Coverage!.UnopenedObjectStreams.ShouldBe(0);
        report.Findings.ShouldContain(finding => finding.Rule == "pdf.launch-program" && finding.Places!.Single().ObjectNumber == 6);
    }

    [Theory]
    [InlineData("/Filter/FlateDecode", "broken", 0, 0, 1)]
    [InlineData("/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 0>>", "", 0, 0, 1)]
    [InlineData("/Filter[null/FlateDecode]", "", 1, 0, 0)]
    [InlineData("/Filter/JBIG2Decode", "", 1, 0, 0)]
    [InlineData("/Filter 9 0 R", "", 1, 0, 0)]
    [InlineData("/Filter[/FlateDecode/FlateDecode/FlateDecode/FlateDecode/FlateDecode]", "", 0, 1, 0)]
    [InlineData("/Filter/FlateDecode", "first", 0, 0, 1)]
    [InlineData("/Filter/FlateDecode", "count", 0, 0, 1)]
    public void Complete_ObjectStreamThatCannotBeOpened_IsUnable(string filter, string damage, long unknown, long over, long broken)
    {
        var (content, first) = PdfBuilder.Content((3, "<</A 1>>"));
        var data = PdfBuilder.Zlib(content);
        data.AsSpan(damage == "broken" ? 4 : data.Length).Fill(0xFF);
        var (count, start) = (damage == "count" ? 9 : 1, damage == "first" ? 5000 : first);
        var report = new PdfBuilder().Stream(5, $"/Type/ObjStm/N {count}/First {start}{filter}", data).Analyze();

        report.Verdict.ShouldBe(over > 0 ? Verdict.Suspicious : Verdict.Unable);
        report.Unable.ShouldNotBeNull().ShouldHaveSingleItem().ShouldSatisfyAllConditions(
            reason => reason.Reason.ShouldBe(
                unknown > 0 ? "object-stream-filter" : over > 0 ? "object-stream-over-limit" : "object-stream-broken"),
            reason => reason.Count.ShouldBe(1),
            reason => reason.Places.ShouldNotBeNull().ShouldHaveSingleItem().ObjectNumber.ShouldBe(5));
        var skipped = report.Coverage!.Skipped;
        (skipped.UnknownFilter, skipped.OverLimit, skipped.Broken).ShouldBe((unknown, over, broken));
    }

    [Fact]
    public void Complete_EncryptedObjectStream_CountsAsEncrypted()
    {
        var report = new PdfBuilder().Stream(5, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", [.. Enumerable.Repeat((byte)0x5A, 64)])
            .Raw("trailer<</Encrypt 9 0 R>>").Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        (report.Coverage!.Skipped.Encrypted, report.Coverage.Skipped.Broken).ShouldBe((1, 0));
    }

    [Fact]
    public void Complete_StreamWithoutItsEnd_EndsWithTheObjectWhereverItIsCut()
    {
        var bytes = new PdfBuilder().Raw("5 0 obj<</Length 3>>stream\nabcendobj\n").Object(6, "<</AA<</O<</S/URI/URI(x)>>>>>>").ToArray();
        for (var cut = 0; cut <= bytes.Length; cut++)
        {
            using var analysis = new FileAnalysis();
            analysis.Append([.. bytes.AsSpan(0, 9), .. Enumerable.Repeat((byte)'\n', 4200)]);
            analysis.Append(bytes.AsSpan(9, Math.Max(0, cut - 9)));
            analysis.Append(bytes.AsSpan(Math.Max(9, cut)));

            var report = analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
            report.Findings.ShouldContain(finding => finding.Rule == "pdf.uri" && finding.Points > 0, $"{cut}");
        }
    }

    [Fact]
    public void Complete_WordsOfAnObjectStreamInAString_AreText()
    {
        var report = new PdfBuilder().Object(1, "(see 4 0 R <</Type/ObjStm>>)").ObjectStream(5, (6, "<</Type/ObjStm>>")).Analyze();

        report.Verdict.ShouldBe(Verdict.Clean);
    }

    /// <summary>A reader goes on beyond the next object's beginning, or beyond the word that ends the stream here.</summary>
    [Theory]
    [InlineData("3 0 7 0 ", "<</S/URI/URI(http://x)>>")]
    [InlineData("3 0 7 2 ", "<</S/URI/URI(http://x)>>")]
    [InlineData("3 0 7 7 ", "<</A(7777)/S/URI/URI(http://x)>>")]
    [InlineData("3 0 7 5 ", "%aaaa<</A/B>>\n<</S/URI/URI(http://x)>>")]
    [InlineData("3 0 7 5 ", "[<</S/URI/URI(http://x)>>]")]
    [InlineData("3 0 7 1 ", "44 0 R")]
    [InlineData("3 0 7 3 ", "44 0 R")]
    [InlineData("3 0 7 3 8 5 ", "44 0 R")]
    [InlineData("3 0 ", "<</A(\nendstream\n)/S/URI/URI(http://x)>>")]
    [InlineData("3 0 ", "<</A endobj/S/URI/URI(http://x)>>")]
    public void Complete_ObjectThatIsCutInsideAnObjectStream_IsUnable(string header, string content)
    {
        var count = header.Count(character => character == ' ') / 2;
        var report = new PdfBuilder().Object(1, Catalog).Object(44, "<</S/URI/URI(http://x)>>")
            .Stream(5, $"/Type/ObjStm/N {count}/First {header.Length}", Encoding.Latin1.GetBytes(header + content)).Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Coverage!.UnopenedObjectStreams.ShouldBe(1);
    }

    [Theory]
    [InlineData("3 0 7 11 ", "<</S/GoTo>><</A/B>>")]
    [InlineData("3 0 7 4 8 10 9 12 ", "null/Name 12(x)")]
    [InlineData("7 0 3 3 ", "12 <</S/GoTo>>")]
    [InlineData("7 0 3 6 ", "%c\n 12<</S/GoTo>>%c")]
    public void Complete_WholeObjectsInsideAnObjectStream_AreClean(string header, string content)
    {
        var count = header.Count(character => character == ' ') / 2;
        var report = new PdfBuilder().Object(1, Catalog)
            .Stream(5, $"/Type/ObjStm/N {count}/First {header.Length}", Encoding.Latin1.GetBytes(header + content)).Analyze();

        report.Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_ObjectStreamInsideAnObjectStream_IsNoStream()
    {
        var report = new PdfBuilder()
            .ObjectStream(5, (6, "<</Type/ObjStm/N 1/First 4/Length 9>>stream\n7 0 (x)\nendstream"), (8, "<</A/B>>")).Analyze();

        report.Coverage!.Streams.ShouldBe(1);
        report.Pdf!.Inside!.Value["/ObjStm"].ShouldBe(1);
    }

    [Fact]
    public void Complete_StringNeverClosed_HidesNoObject()
    {
        var report = new PdfBuilder().Raw("1 0 obj (never closed endobj\n").ObjectStream(5, (1, Catalog), (3, Script)).Analyze();

        report.Pdf!.Inside!.Value["/JavaScript"].ShouldBe(1);
        report.Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_ManyObjects_RemembersAsManyAsItMay()
    {
        var many = new StringBuilder();
        for (var number = 10; number < 100_010; number++)
        {
            many.Append($"{number} 0 obj 1 endobj\n");
        }

        var report = new PdfBuilder().Raw(many.ToString()).Object(1, "<</OpenAction 100005 0 R>>").Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Coverage!.ActionsWithoutTarget.ShouldBe(1);
    }

    [Fact]
    public void Complete_ABomb_SaysSo()
    {
        var bomb = PdfBuilder.Zlib(PdfBuilder.Zlib(new byte[40 << 20]));
        var report = new PdfBuilder().Stream(5, "/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]", bomb).Analyze();

        report.Findings.ShouldContain(finding => finding.Rule == "pdf.bomb");
        report.Unable.ShouldNotBeNull().ShouldContain(reason => reason.Reason == "object-stream-over-limit");
        report.Verdict.ShouldBe(Verdict.Suspicious);
        report.Coverage!.Skipped.OverLimit.ShouldBe(1);
    }
}
