using System.Runtime.CompilerServices;
using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Service.Features.Reports;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Tests.Storage;

public sealed class ReportCacheTests
{
    private readonly CountingStore _store = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Find_AskedForTwice_AnswersTheThirdWithoutTheStore()
    {
        using var reports = NewCache();
        var id = Store(1).Sha256;

        await reports.FindAsync(id, Cancellation);
        await reports.FindAsync(id, Cancellation);
        (await reports.FindAsync(id, Cancellation))!.Report.ShouldBe(_store.Reports[id]);

        _store.Finds.ShouldBe(2);
    }

    [Fact]
    public async Task Find_AskedForOnceEach_KeepsNone()
    {
        using var reports = NewCache();
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
        using var reports = NewCache(cacheBytes: 0);
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
        using var reports = NewCache();
        for (var i = 0; i < 3; i++)
        {
            (await reports.FindAsync(Report(1).Sha256, Cancellation)).ShouldBeNull();
        }

        _store.Finds.ShouldBe(3);
    }

    [Fact]
    public async Task Save_Kept_IsKnownWithoutTheStore()
    {
        using var reports = NewCache();
        var stored = await KeepAsync(reports);

        var (outcome, known) = await reports.SaveAsync(stored with { ElapsedMs = 17 }, Cancellation);

        outcome.ShouldBe(SaveOutcome.Known);
        known.Report.ShouldBe(stored);
        _store.Saves.ShouldBe(0);
    }

    [Fact]
    public async Task Save_KeptOfAnOlderEngine_IsSaved()
    {
        using var reports = NewCache();
        var stored = await KeepAsync(reports);
        var newer = stored with { Engine = stored.Engine + 1 };

        (await reports.SaveAsync(newer, Cancellation)).Outcome.ShouldBe(SaveOutcome.Replaced);

        _store.Reports[stored.Sha256].ShouldBe(newer);
        (await reports.FindAsync(stored.Sha256, Cancellation))!.Report.ShouldBe(newer);
    }

    [Fact]
    public async Task Save_KeptOfAnOlderEngine_AndAnotherAskedForSince_IsNotAnsweredAnyMore()
    {
        using var reports = NewCache();
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

    [Fact]
    public async Task Delete_Kept_IsForgotten()
    {
        using var reports = NewCache();
        var stored = await KeepAsync(reports);

        (await reports.DeleteAsync(stored.Sha256, Cancellation).Within()).ShouldBeTrue();

        (await reports.FindAsync(stored.Sha256, Cancellation)).ShouldBeNull();
        await reports.SaveAsync(stored, Cancellation);
        _store.Saves.ShouldBe(1);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Delete_BetweenTheStoreAndItsResponse_IsNotBroughtBack(bool save)
    {
        using var reports = NewCache();
        var stored = Store(1);
        await reports.FindAsync(stored.Sha256, Cancellation);
        _store.Gate = new TaskCompletionSource();
        Task late = save
            ? reports.SaveAsync(stored with { Engine = stored.Engine + 1 }, Cancellation)
            : reports.FindAsync(stored.Sha256, Cancellation).AsTask();

        await reports.DeleteAsync(stored.Sha256, Cancellation).Within();
        _store.Gate.SetResult();
        await late.Within();

        (await reports.FindAsync(stored.Sha256, Cancellation).Within()).ShouldBeNull();
    }

    /// <summary>The store may carry it out later: until then nothing that it will delete may be kept.</summary>
    [Fact]
    public async Task Delete_OutcomeUnknown_KeepsNothingForAWhile()
    {
        using var reports = NewCache();
        var stored = await KeepAsync(reports);
        _store.DeletionFails = true;

        await Should.ThrowAsync<StoreUnavailableException>(() => reports.DeleteAsync(stored.Sha256, Cancellation).Within());
        await reports.FindAsync(stored.Sha256, Cancellation);
        _store.Reports.Clear();

        (await reports.FindAsync(stored.Sha256, Cancellation)).ShouldBeNull();
    }

    [Fact]
    public async Task Prune_Kept_IsForgotten()
    {
        using var reports = NewCache();
        var stored = await KeepAsync(reports);

        var removed = new List<FileId>();
        await foreach (var batch in reports.PruneAsync(new RetentionRule(DateTimeOffset.MaxValue, null), Cancellation))
        {
            removed.AddRange(batch);
        }

        removed.ShouldBe([stored.Sha256]);
        (await reports.FindAsync(stored.Sha256, Cancellation)).ShouldBeNull();
    }

    /// <summary>Another service on the same store may have deleted it.</summary>
    [Fact]
    public async Task Save_KeptWhereReportsAreDeleted_AsksTheStore()
    {
        using var reports = NewCache(reportsEnd: true);
        var stored = await KeepAsync(reports);
        _store.Reports.Clear();

        (await reports.ConfirmAsync(stored.Sha256, Cancellation)).ShouldBeNull();
        await reports.SaveAsync(stored, Cancellation);

        _store.Reports.ShouldContainKey(stored.Sha256);
    }

    private ReportCache NewCache(long? cacheBytes = null, bool reportsEnd = false) => new(
        _store,
        Options.Create(cacheBytes is { } bytes ? new ReportCacheOptions { CacheBytes = bytes } : new ReportCacheOptions()),
        Options.Create(new ReportLifetime { Ends = reportsEnd }),
        TimeProvider.System);

    private async Task<AnalysisReport> KeepAsync(ReportCache reports)
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

        public bool DeletionFails { get; set; }

        /// <summary>When set, a response that the store has already made waits for it.</summary>
        public TaskCompletionSource? Gate { get; set; }

        public async ValueTask<StoredReport?> FindAsync(FileId id, CancellationToken cancellationToken)
        {
            Finds++;
            var found = Reports.TryGetValue(id, out var report) ? new StoredReport(report) : null;
            await (Gate?.Task ?? Task.CompletedTask);
            return found;
        }

        public async Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken)
        {
            Saves++;
            Reports[report.Sha256] = report;
            await (Gate?.Task ?? Task.CompletedTask);
            return new SaveResult(SaveOutcome.Replaced, new StoredReport(report));
        }

        public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) => throw new NotSupportedException();

        public async Task<bool> DeleteAsync(FileId id, CancellationToken cancellationToken)
        {
            await Task.Yield();
            return DeletionFails ? throw new StoreUnavailableException("The outcome is unknown.") : Reports.Remove(id);
        }

        public async IAsyncEnumerable<IReadOnlyList<FileId>> PruneAsync(
            RetentionRule rule, [EnumeratorCancellation] CancellationToken cancellationToken)
        {
            await Task.Yield();
            var all = Reports.Keys.ToList();
            Reports.Clear();
            yield return all;
        }

        public Task CheckAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask<string> IdentifyAsync(CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
