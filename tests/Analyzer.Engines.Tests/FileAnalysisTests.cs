using System.Security.Cryptography;
using Analyzer.Core;

namespace Analyzer.Engines.Tests;

public sealed class FileAnalysisTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 21, 6, 0, 0, 123, TimeSpan.FromHours(1));

    [Fact]
    public void Complete_NoBytes_ReportsTheEmptyFile()
    {
        using var analysis = new FileAnalysis();
        analysis.Append([]);
        var report = analysis.Complete(Now, TimeSpan.FromMilliseconds(1.5));

        report.Sha256.ToString().ShouldBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        report.Size.ShouldBe(0);
        report.Entropy.ShouldBe(0);
        report.Verdict.ShouldBe(Verdict.Unable);
        report.Engine.ShouldBe(FileAnalysis.EngineVersion);
        report.ElapsedMs.ShouldBe(1.5);
    }

    [Fact]
    public void Complete_BytesInPieces_HashesAndCountsThemAll()
    {
        var bytes = new byte[100_000];
        new Random(1).NextBytes(bytes);
        using var analysis = new FileAnalysis();
        foreach (var piece in bytes.Chunk(777))
        {
            analysis.Append(piece);
        }

        analysis.Size.ShouldBe(bytes.Length);
        var report = analysis.Complete(Now, TimeSpan.Zero);
        report.Sha256.ShouldBe(new FileId(SHA256.HashData(bytes)));
        report.Size.ShouldBe(bytes.Length);
        report.Entropy.ShouldBeInRange(7.99, 8);
    }

    [Fact]
    public void Complete_TimeWithZoneAndTicks_ReportsWholeMillisecondsUtc()
    {
        using var analysis = new FileAnalysis();
        var report = analysis.Complete(Now.AddTicks(7), TimeSpan.Zero);

        report.AnalyzedAt.ShouldBe(Now);
        report.AnalyzedAt.Offset.ShouldBe(TimeSpan.Zero);
    }

    [Fact]
    public void Append_AfterComplete_Refuses()
    {
        using var analysis = new FileAnalysis();
        analysis.Complete(Now, TimeSpan.Zero);

        Should.Throw<InvalidOperationException>(() => analysis.Append([1]));
        Should.Throw<InvalidOperationException>(() => analysis.Complete(Now, TimeSpan.Zero));
    }

    [Fact]
    public void Reset_AfterAnyFileWholeOrBrokenOff_LeavesNothingOfIt()
    {
        byte[][] files =
        [
            [],
            [.. "just text"u8],
            [.. "%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /J#61vaScript >> /Colors 99999999 >>\nendobj\ntrailer\n"u8],
            [.. "MZ and then %PDF-1.4 1 0 obj /JavaScr"u8],
            [.. "%PDF-1.1 /Colors "u8],
            [.. Enumerable.Range(0, 70_000).Select(i => (byte)(i * i))],
        ];
        using var reused = new FileAnalysis();
        for (var i = 0; i < files.Length * files.Length * 2; i++)
        {
            var (before, after, whole) = (files[i % files.Length], files[i / files.Length % files.Length], i % 2 == 0);
            reused.Append(before);
            if (whole)
            {
                reused.Complete(Now, TimeSpan.Zero);
            }

            reused.Reset();

            reused.Size.ShouldBe(0);
            reused.Append(after);
            using var fresh = new FileAnalysis();
            fresh.Append(after);
            ReportJson.Serialize(reused.Complete(Now, TimeSpan.Zero)).ShouldBe(ReportJson.Serialize(fresh.Complete(Now, TimeSpan.Zero)));
            reused.Reset();
        }
    }

    [Fact]
    public void Append_ManySegments_AllocatesNothing()
    {
        var segment = new byte[65_536];
        new Random(2).NextBytes(segment);
        using var analysis = new FileAnalysis();

        Allocation.Of(() => analysis.Append(segment), calls: 100).ShouldBe(0);
    }

    [Theory]
    [InlineData("<</Type/XObject/Subtype/Image>>", 0)]
    [InlineData("<</Type/ObjStm/N 1/First 4>>", 1)]
    [InlineData("<</Length 1>>", 2)]
    public void Append_SegmentsOfAStream_AllocatesNothing(string dictionary, int seed)
    {
        // Object streams are lexed; binary data are not.
        byte[] alphabet = seed == 1 ? [.. "<</Type /Font/A[1 2 0 R](x)>>\n"u8] : [.. Enumerable.Range(0, 256).Select(value => (byte)value)];
        var segment = new Random(seed).GetItems(alphabet, 65_536);
        using var analysis = new FileAnalysis();
        analysis.Append(System.Text.Encoding.ASCII.GetBytes($"%PDF-1.7\n1 0 obj{dictionary}stream\n1 0 "));

        Allocation.Of(() => analysis.Append(segment), calls: 100).ShouldBe(0);
    }
}
