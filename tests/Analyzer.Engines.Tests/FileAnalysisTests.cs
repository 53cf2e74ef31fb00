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
    public void Append_ManySegments_AllocatesNothing()
    {
        var segment = new byte[65_536];
        new Random(2).NextBytes(segment);
        using var analysis = new FileAnalysis();
        analysis.Append(segment);

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; i++)
        {
            analysis.Append(segment);
        }

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
    }
}
