using Analyzer.Core;
using Analyzer.Engines.Tests.Pdf.Filters;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Filters and their parameters may lie in other objects; what was seen of these before the stream is taken.</summary>
public sealed class IndirectFilterTests
{
    private static readonly (byte[] Content, int First) Inside = PdfBuilder.Content((3, "<</S/JavaScript/JS(1)>>"));
    private static readonly byte[] Packed = PdfBuilder.Zlib(Inside.Content);
    private static readonly string Type = $"/Type/ObjStm/N 1/First {Inside.First}";

    public static TheoryData<string, string, string, byte[]> Spellings => new()
    {
        { "/FlateDecode", "null", "/Filter 7 0 R", Packed },
        { "[/FlateDecode]", "null", "/Filter 7 0 R", Packed },
        { "/Fl", "null", "/Filter[7 0 R]", Packed },
        { "[/A85/Fl]", "null", "/Filter 7 0 R", Encoders.Ascii85(Packed) },
        { "/Fl", "null", "/Filter[/A85 7 0 R]", Encoders.Ascii85(Packed) },
        { "/Fl", "<</Predictor 15/Columns 4>>", "/Filter 7 0 R/DecodeParms 8 0 R", PdfBuilder.Zlib(Encoders.Png(Inside.Content, 4, 2)) },
        { "null", "<</Predictor 2/Columns 4>>", "/DecodeParms[8 0 R]/Filter/Fl", PdfBuilder.Zlib(Encoders.Tiff(Inside.Content, 4)) },
        { "null", "<</EarlyChange 0>>", "/DecodeParms[null 8 0 R]/Filter[/AHx/LZW]", Hex(Encoders.Lzw(Inside.Content, early: false)) },
    };

    [Theory]
    [MemberData(nameof(Spellings))]
    public void Complete_FiltersNamedByObjectsSeenBefore_AreUndone(string filter, string parameters, string entries, byte[] data)
    {
        var open = new PdfBuilder().Object(7, filter).Object(8, parameters).Stream(5, Type + entries, data).Analyze();
        var inside = new PdfBuilder().ObjectStream(6, (7, filter), (8, parameters)).Stream(5, Type + entries, data).Analyze();

        foreach (var report in new[] { open, inside })
        {
            report.Pdf!.Inside!.Value["/JavaScript"].ShouldBe(1);
            report.Coverage!.UnopenedObjectStreams.ShouldBe(0);
        }
    }

    [Theory]
    [MemberData(nameof(Spellings))]
    public void Complete_FiltersNamedByObjectsAfterTheStream_AreToldAsUnknown(
        string filter, string parameters, string entries, byte[] data)
    {
        var report = new PdfBuilder().Stream(5, Type + entries, data).Object(7, filter).Object(8, parameters).Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        (report.Coverage!.UnopenedObjectStreams, report.Coverage.Skipped.UnknownFilter).ShouldBe((1, 1));
    }

    [Theory]
    [InlineData("/AHx", "before")]
    [InlineData("null", "before")]
    [InlineData("12 0 R", "before")]
    [InlineData("<</A 1>>", "before")]
    [InlineData("/AHx", "after")]
    [InlineData("null", "after")]
    [InlineData("<</A 1>>", "after")]
    [InlineData("(x)", "after")]
    public void Complete_ObjectThatIsSomethingElseToo_SaysNothing(string other, string when)
    {
        var (content, first) = PdfBuilder.Content((3, "<</A 1>>"));
        var builder = new PdfBuilder();
        builder = when == "before" ? builder.Object(7, other) : builder;
        builder = builder.Object(7, "/Fl").Stream(5, $"/Type/ObjStm/N 1/First {first}/Filter 7 0 R", PdfBuilder.Zlib(content));
        var report = (when == "after" ? builder.Object(7, other) : builder).Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Coverage!.UnopenedObjectStreams.ShouldBe(1);
    }

    [Fact]
    public void Complete_ObjectThatSaysTheSameTwice_IsBelieved()
    {
        var report = new PdfBuilder().Object(7, "/Fl").Object(7, "[/FlateDecode]").Stream(5, $"{Type}/Filter 7 0 R", Packed)
            .Object(7, "/FlateDecode").Analyze();

        report.Coverage!.UnopenedObjectStreams.ShouldBe(0);
    }

    [Theory]
    [InlineData("/Filter/Fl/DecodeParms<</Predictor 9 0 R>>")]
    [InlineData("/Filter/Fl/DecodeParms 0 0 R")]
    [InlineData("/Filter 0 0 R")]
    public void Complete_ParameterInAnotherObject_IsUnknown(string entries)
    {
        var report = new PdfBuilder().Object(9, "15").Stream(5, Type + entries, Packed).Analyze();

        report.Coverage!.UnopenedObjectStreams.ShouldBe(1);
    }

    [Theory]
    [InlineData("/Filter 7 0 R/Length 5")]
    [InlineData("/Filter[7 0 R]/Length 5/DecodeParms[<</Predictor 1>>]")]
    public void Complete_ScriptWithAFilterElsewhere_IsRead(string entries)
    {
        var script = PdfBuilder.Zlib("app.alert(7)"u8.ToArray());
        var before = new PdfBuilder().Object(7, "/Fl").Stream(6, entries, script).Object(1, "<</S/JavaScript/JS 6 0 R>>").Analyze();
        var after = new PdfBuilder().Object(7, "/Fl").Object(1, "<</S/JavaScript/JS 6 0 R>>").Stream(6, entries, script).Analyze();

        foreach (var report in new[] { before, after })
        {
            report.Pdf!.Scripts.ShouldNotBeNull().ShouldHaveSingleItem().Text.ShouldBe("app.alert(7)");
            report.Coverage!.UnreadScripts.ShouldBe(0);
        }
    }

    private static byte[] Hex(byte[] bytes) => Encoders.AsciiHex(bytes);
}
