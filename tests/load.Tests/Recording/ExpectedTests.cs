using Load.Corpus;
using Load.Recording;
using Load.Transports;

namespace Load.Tests.Recording;

public sealed class ExpectedTests
{
    private static readonly Upload Plain = PdfFactory.Create(5_000, PdfContent.Plain, 1).Known;
    private static readonly Upload Other = PdfFactory.Create(5_000, PdfContent.Plain, 2).Known;
    private static readonly Answer Right = new(Reply.Known, Plain.Sha256, Verdict.Clean, 5_000);

    public static TheoryData<string?, int> Answers => new() { { null, 0 }, { "SHA-256", 1 }, { "another size", 2 }, { "verdict Malicious, right is Clean", 3 }, { "answered as New, it was Known", 4 }, { "503 busy", 5 } };

    [Theory]
    [MemberData(nameof(Answers))]
    public void Mismatch_Answer_NamesTheFirstThingThatIsWrong(string? fault, int which)
    {
        var answer = which switch
        {
            1 => Right with { Sha256 = Other.Sha256 },
            2 => Right with { Size = 4_999 },
            3 => Right with { Verdict = Verdict.Malicious },
            4 => Right with { Reply = Reply.New },
            5 => Answer.Failed("503 busy"),
            _ => Right,
        };

        var mismatch = new Expected(Reply.Known, Plain).Mismatch(answer, new VerdictBook());

        if (fault is null)
        {
            mismatch.ShouldBeNull();
        }
        else
        {
            mismatch.ShouldNotBeNull().ShouldContain(fault);
        }
    }

    [Fact]
    public void Disagreement_OwnFile_FirstVerdictIsTheRightOne()
    {
        var own = new SourceFile("own.pdf", [.. Plain.Head.ToArray(), .. SourceFile.EmptyNonce], Plain.Head.Length, Plain.Head.Length, verdict: null);
        var book = new VerdictBook();

        book.Disagreement(own, Verdict.Suspicious).ShouldBeNull();
        book.Disagreement(own, Verdict.Suspicious).ShouldBeNull();
        book.Disagreement(own, Verdict.Clean).ShouldBe("own.pdf: verdict Clean, an earlier answer was Suspicious");
    }
}
