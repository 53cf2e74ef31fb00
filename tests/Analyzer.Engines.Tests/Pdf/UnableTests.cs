using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>What was left out is told once for each kind of thing, with the number of distinct ones and their places.</summary>
public sealed class UnableTests
{
    [Fact]
    public void Complete_SeveralReasons_TellsEachWithItsCount()
    {
        var report = new PdfBuilder()
            .Stream(2, "/Type/ObjStm/N 1/First 4/Filter/JPXDecode", "no"u8.ToArray())
            .Stream(3, "/Type/ObjStm/N 1/First 4/Filter/JPXDecode", "no"u8.ToArray())
            .Stream(4, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", "no"u8.ToArray())
            .Object(5, "<</JS 99 0 R>>").Object(6, "<</OpenAction 98 0 R>>").Object(7, "<</A(a 12 0 obj )/B 1>>")
            .Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Unable.ShouldNotBeNull().Select(reason => (reason.Reason, reason.Count)).ShouldBe(
        [
            ("object-stream-filter", 2), ("object-stream-broken", 1), ("cut-object", 1), ("script-unread", 1), ("action-unseen", 1),
        ]);
        report.Unable.SelectMany(reason => reason.Places!).Select(place => place.ObjectNumber).ShouldBe([2, 3, 4, 7, 5, 6]);
        report.Unable.ShouldAllBe(reason => reason.Text.Length > 20);
    }

    /// <summary>A writer may put a comment before each object of an object stream that is not compressed.</summary>
    [Fact]
    public void Complete_CommentsInAnObjectStream_HideNothing()
    {
        var objects = Enumerable.Range(10, 50).Select(number => (number, $"% {number} 0 obj\n<</A {number}>>")).ToArray();
        var (content, first) = PdfBuilder.Content(objects);

        var report = new PdfBuilder().Stream(5, $"/Type/ObjStm/N 50/First {first}", content).Analyze();

        (report.Verdict, report.Unable).ShouldBe((Verdict.Clean, null));
    }

    [Theory]
    [InlineData("/JavaScript", 95)]
    [InlineData("/OpenAction /AA ", 50)]
    [InlineData("text", 0)]
    public void Complete_MarksThatCouldNotBePlaced_AreUnable(string words, int points)
    {
        var report = new PdfBuilder().Object(1, $"({words})").Object(5, "<</JS 99 0 R>>").Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        (report.Findings.SingleOrDefault(finding => finding.Rule == "pdf.unplaced-marks")?.Points ?? 0).ShouldBe(points);
        new PdfBuilder().Object(1, $"({words})").Analyze().Findings.ShouldBeEmpty();
    }
}
