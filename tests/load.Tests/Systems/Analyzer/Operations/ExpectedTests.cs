using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;

namespace Load.Tests.Systems.Analyzer.Operations;

public sealed class ExpectedTests
{
    private static readonly Upload Plain = PdfFactory.Create(5_000, PdfContent.Plain, 1).Known;
    private static readonly Upload Other = PdfFactory.Create(5_000, PdfContent.Plain, 2).Known;
    private static readonly AnalyzerResponse Right = new(AnalyzerResponseKind.Known, Plain.Sha256, ReportVerdict.Clean, 5_000);

    public static TheoryData<string?, int> Answers => new()
    {
        { null, 0 },
        { "SHA-256", 1 },
        { "another size", 2 },
        { "verdict Malicious, right is Clean", 3 },
        { "answered as New, it was Known", 4 },
        { "503 busy", 5 },
    };

    [Theory]
    [MemberData(nameof(Answers))]
    public void Mismatch_Answer_NamesTheFirstThingThatIsWrong(string? fault, int which)
    {
        var answer = which switch
        {
            1 => Right with { Sha256 = Other.Sha256 },
            2 => Right with { Size = 4_999 },
            3 => Right with { Verdict = ReportVerdict.Malicious },
            4 => Right with { Kind = AnalyzerResponseKind.New },
            5 => AnalyzerResponse.Failed("503 busy"),
            _ => Right,
        };

        var mismatch = new Expected(AnalyzerResponseKind.Known, Plain).Mismatch(answer, new ExpectedVerdicts());

        if (fault is null)
        {
            mismatch.ShouldBeNull();
        }
        else
        {
            mismatch.ShouldNotBeNull().ShouldContain(fault);
        }
    }

    /// <summary>Where a report is to be missing, a key that does not hold is no right answer.</summary>
    [Fact]
    public void Assess_AnswerWithoutKey_IsRightOnlyWhereThatIsAskedFor()
    {
        var verdicts = new ExpectedVerdicts();
        var (missing, keyless) = (AnalyzerResponse.Declined("404"), AnalyzerResponse.WithoutKey("401 A key is needed"));

        new Expected(AnalyzerResponseKind.Declined, Plain).Assess(missing, verdicts).ShouldBe(RequestAssessment.Ok);
        new Expected(AnalyzerResponseKind.WithoutKey, Plain).Assess(keyless, verdicts).ShouldBe(RequestAssessment.Ok);
        new Expected(AnalyzerResponseKind.Declined, Plain).Assess(keyless, verdicts)
            .ShouldBe(new RequestAssessment(Outcome.Failed, "401 A key is needed"));
        new Expected(AnalyzerResponseKind.WithoutKey, Plain).Assess(missing, verdicts).Outcome.ShouldBe(Outcome.Failed);
    }

    [Fact]
    public void Disagreement_OwnFile_FirstVerdictIsTheRightOne()
    {
        var own = new SourceFile(
            "own.pdf", [.. Plain.Head.ToArray(), .. SourceFile.EmptyNonce], Plain.Head.Length, Plain.Head.Length, verdict: null);
        var book = new ExpectedVerdicts();

        book.Disagreement(own, ReportVerdict.Suspicious).ShouldBeNull();
        book.Disagreement(own, ReportVerdict.Suspicious).ShouldBeNull();
        book.Disagreement(own, ReportVerdict.Clean).ShouldBe("own.pdf: verdict Clean, an earlier answer was Suspicious");
    }
}
