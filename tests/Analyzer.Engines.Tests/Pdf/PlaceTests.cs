using System.Globalization;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>A finding counts all that was found, and tells the first 16 places; what was not looked at has a place too.</summary>
public sealed class PlaceTests
{
    [Theory]
    [InlineData("pdf.javascript", "<</S/JavaScript>>")]
    [InlineData("pdf.script-exploit", "<</JS(Collab.getIcon\\(1\\))>>")]
    [InlineData("script-unread", "<</JS 9# 0 R>>")]
    public void Complete_TwentyObjects_CountsAllAndTellsTheFirst(string rule, string content) =>
        ShouldTellTheFirst(rule, (builder, number) =>
            builder.Object(number, content.Replace("#", number.ToString(CultureInfo.InvariantCulture))));

    [Fact]
    public void Complete_TwentyPrograms_CountsAllAndTellsTheFirst()
    {
        var builder = new PdfBuilder();
        for (var number = 1; number <= 20; number++)
        {
            builder.Stream(number, "/Type/EmbeddedFile", "MZ\0\0"u8.ToArray());
        }

        var report = builder.Analyze();
        var told = Told(report, "part.suspicious");
        (told.Count, told.Excerpt).ShouldBe((20, "application/x-dosexec"));
        told.Places.ShouldNotBeNull().Select(place => place.Offset)
            .ShouldBe(report.Pdf!.Attachments.ShouldNotBeNull().Take(16).Select(file => file.Place.Offset));
    }

    [Fact]
    public void Complete_TwentyBombs_CountsAllAndTellsTheFirst()
    {
        var zeros = PdfBuilder.Zlib(new byte[4 << 20]);
        ShouldTellTheFirst(
            "pdf.bomb", (builder, number) => builder.Stream(number, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", zeros));
    }

    [Fact]
    public void Complete_TwentyBrokenObjectStreams_CountsAllAndTellsTheFirst() => ShouldTellTheFirst(
        "object-stream-broken",
        static (builder, number) => builder.Stream(number, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", "no"u8.ToArray()));

    [Fact]
    public void Complete_OneObjectStreamOfTwoUnopened_TellsWhere()
    {
        var report = new PdfBuilder().ObjectStream(5, (6, "<</A/B>>"))
            .Stream(8, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", "no"u8.ToArray()).Analyze();

        Told(report, "object-stream-broken").Places.ShouldNotBeNull().ShouldHaveSingleItem().ObjectNumber.ShouldBe(8);
    }

    [Theory]
    [InlineData("<</JS 9 0 R>>", 2)] // Not in the file.
    [InlineData("<</XFA[(a) 9 0 R]>>", 2)]
    [InlineData("<</JS 3 0 R>>", 3)] // Cannot be decoded.
    public void Complete_OneScriptOfTwoUnread_TellsWhere(string content, int number)
    {
        var report = new PdfBuilder().Object(1, "<</JS(a)>>").Object(2, content)
            .Stream(3, "/Filter/FlateDecode", "no"u8.ToArray()).Analyze();

        var told = Told(report, "script-unread");
        told.Places.ShouldNotBeNull().ShouldHaveSingleItem().ObjectNumber.ShouldBe(number);
    }

    [Theory]
    [InlineData("<</OpenAction 2 0 R>>", "<</S/GoTo/Next 9 0 R>>", 2)]
    [InlineData("<</OpenAction 9 0 R>>", "<</AA<</O 1 0 R>>>>", 1)]
    [InlineData("<</AA 3 0 R>>", "<</A 1>>", 1)]
    public void Complete_AnActionUnseen_TellsWhatNamesIt(string catalog, string other, int number)
    {
        var report = new PdfBuilder().Object(1, catalog).Object(2, other).Object(3, "<</O null/A 1>>").Analyze();

        Told(report, "action-unseen").Places.ShouldNotBeNull().ShouldHaveSingleItem().ObjectNumber.ShouldBe(number);
    }

    [Fact]
    public void Complete_HexCodesInTheFileAndInside_AreCountedTogether()
    {
        var told = Told(new PdfBuilder().ObjectStream(5, (6, "<</J#53(a)>>")).Object(1, "<</J#53(a)>>").Analyze(), "pdf.obfuscated-name");

        (told.Count, told.Places!.Count).ShouldBe((2, 2));
    }

    [Fact]
    public void Complete_ColorsInsideAnObjectStream_AreShownThere() =>
        Told(new PdfBuilder().ObjectStream(5, (6, "<</A/B>>"), (7, "<</Colors 99999999>>")).Analyze(), "pdf.colors")
            .Excerpt.ShouldNotBeNull().ShouldContain("/Colors 99999999");

    [Fact]
    public void Complete_ColorsInTheFile_TellsWhereTheNumberIs()
    {
        var told = Told(new PdfBuilder().Object(7, "<</A/B/Colors 99999999>>").Analyze(), "pdf.colors");

        told.Places.ShouldNotBeNull().ShouldHaveSingleItem().ShouldBe(new Place(told.Offset!.Value, 7));
    }

    private static void ShouldTellTheFirst(string rule, Action<PdfBuilder, int> add)
    {
        var builder = new PdfBuilder();
        for (var number = 1; number <= 20; number++)
        {
            add(builder, number);
        }

        var told = Told(builder.Analyze(), rule);
        told.Count.ShouldBe(20);
        told.Places.ShouldNotBeNull().Select(place => place.ObjectNumber!.Value).ShouldBe(Enumerable.Range(1, 16));
    }

    private static (long Count, long? Offset, IReadOnlyList<Place>? Places, string? Excerpt) Told(AnalysisReport report, string what) =>
        report.Findings.SingleOrDefault(finding => finding.Rule == what) is { } finding
            ? (finding.Count, finding.Offset, finding.Places, finding.Excerpt)
            : report.Unable!.Single(reason => reason.Reason == what) is var reason ? (reason.Count, null, reason.Places, null) : default;
}
