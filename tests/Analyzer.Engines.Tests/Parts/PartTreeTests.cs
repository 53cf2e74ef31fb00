using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Tests.Parts;

/// <summary>How parts are bounded and join the report, whatever engine finds them.</summary>
public sealed class PartTreeTests
{
    private static readonly byte[] Clean = [.. "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"u8];

    private static readonly byte[] Harmful =
        [.. "%PDF-1.4\n1 0 obj\n<</OpenAction<</S/Launch/F(a.exe)>>/Launch 1/JavaScript 1/JS 2/AA 3>>\nendobj\n"u8];

    [Fact]
    public void Complete_PartsInsideParts_JoinTheReport()
    {
        var inner = BoxEngine.Pack(("b.pdf", Harmful));
        var report = Analyze(BoxEngine.Pack(("a.pdf", Clean), ("in", inner)));

        report.Verdict.ShouldBe(Verdict.Malicious);
        report.Findings.Select(finding => finding.Rule).ShouldBe(["part.malicious"]);
        report.Parts!.Select(part => (part.Name, part.MediaType, part.Verdict)).ShouldBe(
            [("a.pdf", "application/pdf", Verdict.Clean), ("in", "test/box", Verdict.Malicious)]);
        var harmful = report.Parts![1].Parts!.Single();
        (harmful.Name, harmful.Size, harmful.Sha256).ShouldBe(("b.pdf", Harmful.Length, Analyze(Harmful).Sha256));
        (harmful.Score, harmful.Findings.Sum(finding => finding.Points)).ShouldBe((report.Score, report.Score));
        (report.Coverage!.Parts, report.Coverage.OpenedParts).ShouldBe((3, 3));
        report.Coverage.PartBytes.ShouldBe(Clean.Length + inner.Length + Harmful.Length);
    }

    [Fact]
    public void Complete_PartOfAnUnknownType_IsUnableAndSaysWhy()
    {
        var report = Analyze(BoxEngine.Pack(("a.pdf", Clean), ("b.bin", [1, 2, 0, 3])));

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Unable!.Single().Reason.ShouldBe("part-unable");
        report.Parts![1].Unable!.Single().Reason.ShouldBe("unknown-type");
    }

    [Theory]
    [InlineData(4, Verdict.Clean)]
    [InlineData(5, Verdict.Unable)]
    public void Complete_DeepParts_AreOpenedToTheBound(int depth, Verdict verdict)
    {
        var file = Enumerable.Range(0, depth).Aggregate(Clean, (inner, _) => BoxEngine.Pack(("in", inner)));

        var report = Analyze(file);

        report.Verdict.ShouldBe(verdict);
        Text(report).Contains("too-deep", StringComparison.Ordinal).ShouldBe(verdict == Verdict.Unable);
    }

    [Fact]
    public void Complete_MorePartsThanAreOpened_IsUnableAndListsWhatIsNotClean()
    {
        var parts = Enumerable.Range(0, 1001).Select(i => ($"{i}.pdf", i == 998 ? Harmful : Clean)).ToArray();

        var report = Analyze(BoxEngine.Pack(parts));

        report.Verdict.ShouldBe(Verdict.Malicious);
        report.Unable!.Select(unable => (unable.Reason, unable.Count)).ShouldBe([("too-many-parts", 1)]);
        (report.Coverage!.Parts, report.Coverage.OpenedParts).ShouldBe((1001, 1000));
        report.Parts!.Count(part => part.Verdict == Verdict.Clean).ShouldBe(128);
        report.Parts!.Select(part => part.Name).ShouldContain("998.pdf");
    }

    [Fact]
    public void Complete_ManyPartsThatNobodyKnows_KeepNothingFoundOut()
    {
        var parts = Enumerable.Range(0, 900).Select(i => ($"{i}.bin", i == 800 ? Harmful : (byte[])[1, 2, 0, 3])).ToArray();

        var report = Analyze(BoxEngine.Pack(parts));

        report.Parts!.Count.ShouldBe(257);
        report.Parts![^1].Name.ShouldBe("800.bin");
    }

    [Fact]
    public void Complete_MoreBytesThanAreRead_IsUnable()
    {
        var limits = PartLimits.Default with { MaxBytes = 2 * Clean.Length };

        var report = Analyze(BoxEngine.Pack(("a", Clean), ("b", Clean), ("c", Clean)), limits);

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Parts!.Select(part => part.Unable?.Single().Reason).ShouldBe([null, null, "too-many-bytes"]);
    }

    [Fact]
    public void Reset_PartsOfTheFileBefore_AreForgotten()
    {
        using var analysis = new FileAnalysis(PartLimits.Default, Engines);
        analysis.Append(BoxEngine.Pack(("a", Harmful)));
        analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero).Verdict.ShouldBe(Verdict.Malicious);
        analysis.Reset();
        analysis.Append(BoxEngine.Pack(("a", Clean)));

        Text(analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero)).ShouldBe(Text(Analyze(BoxEngine.Pack(("a", Clean)))));
    }

    // First: a box may hold a PDF in its first bytes.
    private static ITypeEngine[] Engines() => [new BoxEngine(), .. TypeEngines.Create()];

    private static AnalysisReport Analyze(byte[] file, PartLimits? limits = null)
    {
        using var analysis = new FileAnalysis(limits ?? PartLimits.Default, Engines);
        analysis.Append(file);
        return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
    }

    private static string Text(AnalysisReport report) => Encoding.UTF8.GetString(ReportJson.Serialize(report));
}
