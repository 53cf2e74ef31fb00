using System.Diagnostics;
using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Storage.Compliance;
using Registry = Prometheus.Metrics;

namespace Analyzer.Service.Tests.Metrics;

/// <summary>No observation costs a byte, not with a trace under way either.</summary>
public sealed class AllocationTests : IDisposable
{
    private readonly AnalyzerMetrics _metrics = new(Registry.NewCustomRegistry(), Options.Create(new HostSettings()));
    private readonly StoredReport _report = new(Reports.Make(1));
    private readonly Activity _trace = new Activity("request").SetIdFormat(ActivityIdFormat.W3C).Start();
    private readonly long _started = Stopwatch.GetTimestamp();

    public void Dispose() => _trace.Dispose();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void FileSubmitted_NewOrKnown_AllocatesNothing(bool known) =>
        Allocation.Of(() => _metrics.FileSubmitted(Verdict.Clean, "application/pdf", known)).ShouldBe(0);

    [Fact]
    public void BytesReceived_Chunk_AllocatesNothing() => Allocation.Of(() => _metrics.BytesReceived(65536)).ShouldBe(0);

    [Fact]
    public void Store_EachEvent_AllocatesNothing()
    {
        Allocation.Of(() => _metrics.StoreAnswered(StoreCall.Save, _started)).ShouldBe(0);
        Allocation.Of(() => _metrics.StoreFailed(StoreCall.Find, _started)).ShouldBe(0);
        Allocation.Of(() => _metrics.BatchCommitted(8, 3, TimeSpan.FromMilliseconds(2))).ShouldBe(0);
        Allocation.Of(() => _metrics.BatchFailed(8, 3, TimeSpan.FromMilliseconds(2))).ShouldBe(0);
        Allocation.Of(_metrics.WriteRefused).ShouldBe(0);
    }

    [Fact]
    public void Store_FoundAtOnce_AllocatesNothing()
    {
        var store = new MeteredReportStore(new ReadyStore(_report), _metrics);
        Allocation.Of(() => RequireDone(store.FindAsync(_report.Report.Sha256, CancellationToken.None))).ShouldBe(0);
    }

    private static void RequireDone<T>(ValueTask<T> call)
    {
        if (!call.IsCompletedSuccessfully)
        {
            throw new InvalidOperationException("Not answered at once.");
        }
    }

    /// <summary>Has a response at once, as one that reads from memory.</summary>
    private sealed class ReadyStore(StoredReport report) : IReportStore
    {
        public Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask<StoredReport?> FindAsync(FileId id, CancellationToken cancellationToken) => new(report);

        public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<bool> DeleteAsync(FileId id, CancellationToken cancellationToken) => throw new NotSupportedException();

        public IAsyncEnumerable<IReadOnlyList<FileId>> PruneAsync(RetentionRule rule, CancellationToken cancellationToken) =>
            throw new NotSupportedException();

        public Task CheckAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask<string> IdentifyAsync(CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
