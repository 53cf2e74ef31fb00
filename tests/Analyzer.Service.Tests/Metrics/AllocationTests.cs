using System.Diagnostics;
using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Storage;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Features.Transport;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Patterns;
using Microsoft.Extensions.Options;
using Storage.Compliance;
using Registry = Prometheus.Metrics;

namespace Analyzer.Service.Tests.Metrics;

/// <summary>
/// No observation costs a byte: not with a trace under way, and not when it leaves an exemplar (but for the first of a bucket).
/// </summary>
public sealed class AllocationTests : IDisposable
{
    private readonly AnalyzerMetrics _metrics = new(
        Registry.NewCustomRegistry(), new Admission(Options.Create(new UploadLimits())), Options.Create(new UploadLimits()), Options.Create(new AnalyzerOptions()));

    private readonly KnownReport _report = new(Reports.Make(1));
    private readonly Activity _trace = new Activity("request").SetIdFormat(ActivityIdFormat.W3C).Start();

    // 20 s ago, far from the bounds of its bucket; and a start still to come, so that no observation is slow, however long this thread has to wait.
    private readonly long _slow = Stopwatch.GetTimestamp() - (20 * Stopwatch.Frequency);
    private readonly long _fast = Stopwatch.GetTimestamp() + (3600 * Stopwatch.Frequency);

    public void Dispose() => _trace.Dispose();

    [Fact]
    public void Submitted_NewFile_AllocatesNothing() => Allocation
        .Of(() => _metrics.Submitted(TransportKind.Grpc, new Submission(_report, Known: false), _fast)).ShouldBe(0);

    [Fact]
    public void Submitted_Refused_AllocatesNothing() => Allocation
        .Of(() => _metrics.Submitted(TransportKind.RestH1, Refusal.NotAnId, _fast)).ShouldBe(0);

    [Fact]
    public void LookedUp_FastAndSlow_AllocateNothing()
    {
        Allocation.Of(() => _metrics.LookedUp(TransportKind.RestH2, _report, _fast)).ShouldBe(0);
        Allocation.Of(() => _metrics.LookedUp(TransportKind.RestH2, _report, _slow)).ShouldBe(0);
    }

    [Fact]
    public void Listed_Page_AllocatesNothing()
    {
        var page = new ReportPage([], null);
        Allocation.Of(() => _metrics.Listed(TransportKind.RestH1, page, _fast)).ShouldBe(0);
    }

    [Fact]
    public void Threw_Exception_AllocatesNothing()
    {
        var bug = new InvalidOperationException();
        Allocation.Of(() => _metrics.Threw(Operation.Lookup, TransportKind.Grpc, bug, _fast)).ShouldBe(0);
    }

    [Fact]
    public void BytesReceived_Piece_AllocatesNothing() => Allocation.Of(() => _metrics.BytesReceived(65536)).ShouldBe(0);

    [Fact]
    public void Store_EachEvent_AllocatesNothing()
    {
        Allocation.Of(() => _metrics.StoreAnswered(StoreCall.Save, _fast)).ShouldBe(0);
        Allocation.Of(() => _metrics.StoreFailed(StoreCall.Find, _fast)).ShouldBe(0);
        Allocation.Of(() => _metrics.BatchCommitted(8, 3, TimeSpan.FromMilliseconds(2))).ShouldBe(0);
        Allocation.Of(() => _metrics.BatchFailed(8, 3, TimeSpan.FromMilliseconds(2))).ShouldBe(0);
        Allocation.Of(_metrics.SaveRefused).ShouldBe(0);
    }

    [Fact]
    public void Store_FoundAtOnce_AllocatesNothing()
    {
        var store = new MeteredReportStore(new ReadyStore(_report.Report), _metrics);
        Allocation.Of(() => RequireDone(store.FindAsync(_report.Report.Sha256, CancellationToken.None))).ShouldBe(0);
    }

    [Fact]
    public void HttpCall_AnsweredAtOnce_AllocatesNothing()
    {
        var calls = new HttpCallMetrics(Registry.NewCustomRegistry());
        var context = new DefaultHttpContext { Request = { Method = "GET" } };
        context.SetEndpoint(new RouteEndpoint(_ => Task.CompletedTask, RoutePatternFactory.Parse("/v1/files/{sha256}"), 0, null, null));

        Allocation.Of(() => calls.MeasureAsync(context, static _ => Task.CompletedTask)).ShouldBe(0);
    }

    private static void RequireDone<T>(ValueTask<T> call)
    {
        if (!call.IsCompletedSuccessfully)
        {
            throw new InvalidOperationException("Not answered at once.");
        }
    }

    /// <summary>Has an answer at once, as one that reads from memory.</summary>
    private sealed class ReadyStore(AnalysisReport report) : IReportStore
    {
        public Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask<AnalysisReport?> FindAsync(FileId id, CancellationToken cancellationToken) => new(report);

        public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task CheckAsync(CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
