using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Objects that a reader finds by their offset, where an engine that reads on would not look for them.</summary>
public sealed class HiddenObjectTests
{
    private const string Catalog = "1 0 obj<</OpenAction 7 0 R>>endobj\n";

    [Theory]
    [InlineData("6 0 obj<<")]
    [InlineData("6 0\fobj<<")]
    [InlineData("6\0000\0obj<<")]
    [InlineData("6 0 obj\f<<")]
    [InlineData("6 0 obj\0<<")]
    [InlineData("6 +0 obj<<")]
    [InlineData("+6 +0 obj\n<<")]
    [InlineData("6 0obj<<")]
    [InlineData("6 0 % 8 8 \nobj<<")]
    [InlineData("6 0%\robj<<")]
    [InlineData("6 %c\n\n%d\r\n 0%e\r\nobj<<")]
    [InlineData("8 0 obj<<>> 6 0 obj<<")]
    [InlineData("8 0 obj<<>> 6 0obj<<")]
    [InlineData("8 0 obj<<>> 9 6 +0obj<<")]
    public void Complete_ObjectHoweverItBegins_IsRead(string beginning)
    {
        var bytes = Document(beginning);
        var whole = PdfBuilder.Analyze(bytes);

        whole.Findings.ShouldContain(finding => finding.Rule == "pdf.uri" && finding.Points > 0);
        (whole.Coverage!.Opened, whole.Unable).ShouldBe((1, null));
        ShouldBeTheSameInPieces(bytes, whole);
    }

    [Theory]
    [InlineData("6 0 % 8\nobj<<")]
    [InlineData("6 0.0 obj<<")]
    [InlineData("a\tobj\n<<")]
    public void Complete_ObjectThatBeginsStrangely_IsNotOverlooked(string beginning)
    {
        var bytes = Document(beginning.Replace("% 8", $"%{new string('.', 200)} 8"));
        var report = PdfBuilder.Analyze(bytes);

        report.Verdict.ShouldBe(Verdict.Unable);
        Reasons(report).ShouldBe(["cut-object 1"]);
        ShouldBeTheSameInPieces(bytes, report);
    }

    [Theory]
    [InlineData("8 0 obj<</A/x6 0 obj")]
    [InlineData("8 0 obj<</A/x6 0obj")]
    [InlineData("8 0 obj<<>> x6 0 obj")]
    [InlineData("8 0 obj<<>> 6 0.0 obj")]
    public void Complete_ObjectThatBeginsStrangelyInAnother_IsNotOverlooked(string beginning) =>
        ShouldBeUnable($"6 0 obj<</S/GoTo>>endobj {beginning}<</S/URI/URI(http://x)>>endobj ");

    /// <summary>Longer than words are kept; and one that reads as a number where only its beginning and its end are.</summary>
    [Theory]
    [InlineData("x", 300, "0obj")]
    [InlineData("x", 117, "6 0obj")]
    [InlineData("6", 150, "x0000006 0obj")]
    [InlineData("x", 125, "0obj")]
    public void Complete_LongWordThatEndsAsAnObjectBegins_IsNotOverlooked(string letter, int count, string end)
    {
        var word = string.Concat(Enumerable.Repeat(letter, count));
        ShouldBeUnable($"6 0 obj<</S/GoTo>>endobj 8 0 obj<<>> {word}{end}<</S/URI/URI(http://x)>>endobj ");
    }

    /// <summary>A reader that goes by offsets reads on where the engine meets the end of an object, or another's beginning.</summary>
    [Theory]
    [InlineData("<</A endobj/S/URI/URI(http://x)>>endobj ")]
    [InlineData("<</A 9 0 obj/S/URI/URI(http://x)>>endobj ")]
    [InlineData("<</A(\n9 0 obj\n)/S/URI/URI(http://x)>>endobj ")]
    [InlineData("<</A<9 0 obj >/S/URI/URI(http://x)>>endobj ")]
    [InlineData("%9 0 obj\n<</S/URI/URI(http://x)>>endobj ")]
    [InlineData("(9 0 obj <<>>)endobj ")]
    public void Complete_ObjectThatIsCut_IsNotOverlooked(string content) => ShouldBeUnable($"6 0 obj{content}");

    [Theory]
    [InlineData("8 0 obj endobj")]
    [InlineData("8 0 obj<</A 1>>")]
    [InlineData("8 0 obj/Name")]
    [InlineData("8 0 obj 12endobj")]
    [InlineData("8 0 obj<</A 1>>% 12 0 R obj \nendobj")]
    [InlineData("8 0 obj<</A 1>>stream\n...endstream")]
    public void Complete_ObjectWithoutItsEnd_IsClean(string text)
    {
        var report = new PdfBuilder().Raw($"1 0 obj<</OpenAction 6 0 R>>endobj {text} 6 0 obj<</S/GoTo>>endobj ").Analyze();

        report.Verdict.ShouldBe(Verdict.Clean);
    }

    [Theory]
    [InlineData("/Subtype/Image/Filter/DCTDecode")]
    [InlineData("/Type/EmbeddedFile")]
    [InlineData("")]
    public void Complete_ObjectInAStreamsData_IsNotOverlooked(string dictionary)
    {
        var bytes = new PdfBuilder().Raw(Catalog).Object(7, "<</S/GoTo>>")
            .Stream(2, dictionary, Encoding.Latin1.GetBytes("data 6 0\fobj<</N 1/First 4>>stream\n7 0 <</S/URI>>")).ToArray();
        var report = PdfBuilder.Analyze(bytes);

        report.Verdict.ShouldBe(Verdict.Unable);
        Reasons(report).ShouldContain("hidden-object 1");
        ShouldBeTheSameInPieces(bytes, report);
    }

    /// <summary>An object that is whole is read there as anywhere.</summary>
    [Theory]
    [InlineData("data 6 0 obj<</S/URI/URI(http://x)>>", "")]
    [InlineData("data 6 0 obj<</S/URI/URI(http://x)", "cut-object 1")]
    [InlineData("data 5 0 obj<<>> 6 0 obj<</S/URI/URI(http://x)>>", "")]
    [InlineData("data 6 0 obj % http://x\n<</S/URI/URI(http://x)>>", "")]
    public void Complete_WholeObjectInAStreamsData_IsRead(string data, string reasons)
    {
        foreach (var length in new[] { "", $"/Length {data.Length}" })
        {
            var bytes = new PdfBuilder().Raw("1 0 obj<</OpenAction 6 0 R>>endobj\n")
                .Raw($"2 0 obj<<{length}>>stream\n{data}\nendstream endobj ").ToArray();
            var report = PdfBuilder.Analyze(bytes);

            report.Findings.ShouldContain(finding => finding.Rule == "pdf.uri" && finding.Points > 0);
            string.Join('|', Reasons(report)).ShouldBe(reasons);
            ShouldBeTheSameInPieces(bytes, report);
        }
    }

    [Theory]
    [InlineData("this is an obj (of 5) 1 obj <")]
    [InlineData("1 0 object 10 obj1 0 obj")]
    public void Complete_DataThatOnlyMentionsObjects_IsClean(string data)
    {
        var report = new PdfBuilder().Object(1, "<<>>").Stream(2, "", Encoding.Latin1.GetBytes(data + "x")).Analyze();

        report.Verdict.ShouldBe(Verdict.Clean);
    }

    // It is read when the stream has ended, and its bytes have passed by then.
    [Fact]
    public void Complete_ObjectInTheDataOfAStream_ShowsItsOwnBytes()
    {
        var data = Encoding.ASCII.GetBytes($"{new string('.', 300)} 7 0 obj<</S/URI/URI(http://a.example/)>>endobj {new string('.', 300)}");
        var bytes = new PdfBuilder().Raw(Catalog).Stream(5, "", data).Raw("trailer<</Root 1 0 R>>\n").ToArray();
        var whole = PdfBuilder.Analyze(bytes);

        var found = whole.Findings.Single(finding => finding.Rule == "pdf.uri");
        found.Excerpt.ShouldNotBeNull().ShouldContain("http://a.example/");
        ShouldBeTheSameInPieces(bytes, whole);
    }

    private static IEnumerable<string> Reasons(AnalysisReport report) =>
        (report.Unable ?? []).Select(unable => $"{unable.Reason} {unable.Count}");

    private static void ShouldBeUnable(string objects)
    {
        var bytes = new PdfBuilder().Raw($"1 0 obj<</OpenAction 6 0 R>>endobj {objects}").ToArray();
        var report = PdfBuilder.Analyze(bytes);

        report.Verdict.ShouldBe(Verdict.Unable);
        Reasons(report).ShouldContain(reason => reason.StartsWith("cut-object"));
        report.Coverage!.ActionsWithoutTarget.ShouldBe(0);
        ShouldBeTheSameInPieces(bytes, report);
    }

    // An object stream, without its type, that holds the action.
    private static byte[] Document(string beginning)
    {
        var (content, first) = PdfBuilder.Content((7, "<</S/URI/URI(http://a.example/)>>"));
        return new PdfBuilder().Raw(Catalog).Object(7, "<</S/GoTo>>").Raw(beginning)
            .Raw($"/N 1/First {first}/Filter/FlateDecode>>stream\n").Raw(PdfBuilder.Zlib(content))
            .Raw("\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n").ToArray();
    }

    private static void ShouldBeTheSameInPieces(byte[] bytes, AnalysisReport whole)
    {
        foreach (var step in new[] { 1, 2, 3, 7, 11, 31 })
        {
            var pieces = Counted.Pieces(bytes, Enumerable.Range(0, bytes.Length).Where(at => at % step == 0));
            Reported.Text(pieces).ShouldBe(Reported.Text(whole), $"in pieces of {step}");
        }
    }
}
