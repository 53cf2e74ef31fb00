using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Service.Features.Storage;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Tests.Storage;

public sealed class KnownReportsTests
{
    private readonly CountingStore _store = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Find_AskedForTwice_AnswersTheThirdWithoutTheStore()
    {
        using var reports = new KnownReports(_store, Options.Create(new AnalyzerOptions()));
        var id = Store(1).Sha256;

        await reports.FindAsync(id, Cancellation);
        await reports.FindAsync(id, Cancellation);
        (await reports.FindAsync(id, Cancellation))!.Report.ShouldBe(_store.Reports[id]);

        _store.Finds.ShouldBe(2);
    }

    [Fact]
    public async Task Find_AskedForOnceEach_KeepsNone()
    {
        using var reports = new KnownReports(_store, Options.Create(new AnalyzerOptions()));
        var ids = Enumerable.Range(0, 1000).Select(number => Store(number).Sha256).ToList();
        foreach (var id in ids)
        {
            await reports.FindAsync(id, Cancellation);
        }

        await reports.FindAsync(ids[0], Cancellation);

        _store.Finds.ShouldBe(1001);
    }

    [Fact]
    public async Task Find_NoBytesForIt_KeepsNone()
    {
        using var reports = new KnownReports(_store, Options.Create(new AnalyzerOptions { CacheBytes = 0 }));
        var id = Store(1).Sha256;
        for (var i = 0; i < 3; i++)
        {
            (await reports.FindAsync(id, Cancellation))!.Report.ShouldBe(_store.Reports[id]);
        }

        _store.Finds.ShouldBe(3);
    }

    [Fact]
    public async Task Find_NotThere_IsAskedForEachTime()
    {
        using var reports = new KnownReports(_store, Options.Create(new AnalyzerOptions()));
        for (var i = 0; i < 3; i++)
        {
            (await reports.FindAsync(Report(1).Sha256, Cancellation)).ShouldBeNull();
        }

        _store.Finds.ShouldBe(3);
    }

    [Fact]
    public async Task Save_Kept_IsKnownWithoutTheStore()
    {
        using var reports = new KnownReports(_store, Options.Create(new AnalyzerOptions()));
        var stored = await KeepAsync(reports);

        var (outcome, known) = await reports.SaveAsync(stored with { ElapsedMs = 17 }, Cancellation);

        outcome.ShouldBe(SaveOutcome.Known);
        known.Report.ShouldBe(stored);
        _store.Saves.ShouldBe(0);
    }

    [Fact]
    public async Task Save_KeptOfAnOlderEngine_IsSaved()
    {
        using var reports = new KnownReports(_store, Options.Create(new AnalyzerOptions()));
        var stored = await KeepAsync(reports);
        var newer = stored with { Engine = stored.Engine + 1 };

        (await reports.SaveAsync(newer, Cancellation)).Outcome.ShouldBe(SaveOutcome.Replaced);

        _store.Reports[stored.Sha256].ShouldBe(newer);
        (await reports.FindAsync(stored.Sha256, Cancellation))!.Report.ShouldBe(newer);
    }

    [Fact]
    public async Task Save_KeptOfAnOlderEngine_AndAnotherAskedForSince_IsNotAnsweredAnyMore()
    {
        using var reports = new KnownReports(_store, Options.Create(new AnalyzerOptions()));
        var stored = await KeepAsync(reports);

        // Remembered in the same place: by the last two bytes.
        var bytes = stored.Sha256.ToByteArray();
        bytes[^3] ^= 1;
        var other = stored with { Sha256 = new FileId(bytes) };
        _store.Reports[other.Sha256] = other;
        await reports.FindAsync(other.Sha256, Cancellation);
        var newer = stored with { Engine = stored.Engine + 1 };
        await reports.SaveAsync(newer, Cancellation);

        (await reports.FindAsync(stored.Sha256, Cancellation))!.Report.ShouldBe(newer);
    }

    private async Task<AnalysisReport> KeepAsync(KnownReports reports)
    {
        var stored = Store(1);
        await reports.FindAsync(stored.Sha256, Cancellation);
        await reports.FindAsync(stored.Sha256, Cancellation);
        return stored;
    }

    private AnalysisReport Store(int number)
    {
        var report = Report(number);
        return _store.Reports[report.Sha256] = report;
    }

    private static AnalysisReport Report(int number)
    {
        using var analysis = new FileAnalysis();
        analysis.Append(BitConverter.GetBytes(number));
        return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
    }

    private sealed class CountingStore : IReportStore
    {
        public Dictionary<FileId, AnalysisReport> Reports { get; } = [];

        public int Finds { get; private set; }

        public int Saves { get; private set; }

        public ValueTask<AnalysisReport?> FindAsync(FileId id, CancellationToken cancellationToken)
        {
            Finds++;
            return new(Reports.GetValueOrDefault(id));
        }

        public Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken)
        {
            Saves++;
            Reports[report.Sha256] = report;
            return Task.FromResult(new SaveResult(SaveOutcome.Replaced, report, ReportJson.Serialize(report)));
        }

        public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task CheckAsync(CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
