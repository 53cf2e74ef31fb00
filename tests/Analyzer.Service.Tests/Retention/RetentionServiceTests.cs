using System.Runtime.CompilerServices;
using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Reports;
using Analyzer.Service.Features.Retention;
using Hosting.Settings;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Tests.Retention;

/// <summary>Reports that come faster than they are deleted.</summary>
public sealed class RetentionServiceTests : IAsyncDisposable
{
    private const double Fast = 1000;

    private readonly EndlessStore _store = new();
    private readonly LogSink _log = new();
    private readonly PacedTime _time = new() { Factor = Fast };
    private readonly ReportCache _reports;
    private readonly RetentionService _service;

    public RetentionServiceTests()
    {
        using var logging = LoggerFactory.Create(builder => builder.AddProvider(_log));
        _reports = new(_store, Options.Create(new ReportCacheOptions()), Options.Create(new ReportLifetime { Ends = true }), _time);
        _service = new(
            _reports,
            Options.Create(new RetentionOptions { MaxReports = 1 }),
            new AnalyzerMetrics(Prometheus.Metrics.NewCustomRegistry(), Options.Create(new HostSettings())),
            _time,
            logging.CreateLogger<RetentionService>());
    }

    private int Warnings => _log.Records.Count(record => record.Level == LogLevel.Warning && record.Message.Contains("not caught up"));

    public async ValueTask DisposeAsync()
    {
        await _service.StopAsync(CancellationToken.None).Within();
        _service.Dispose();
        _reports.Dispose();
    }

    [Fact]
    public async Task Run_LongerThanAMinute_WarnsOnceUntilOneIsShort()
    {
        await _service.StartAsync(TestContext.Current.CancellationToken).Within();
        await PassMinutesAsync(3);
        Warnings.ShouldBe(1);

        _store.EndRun();
        await Deadline.UntilAsync(() => _store.Runs == 2);
        await PassMinutesAsync(3);
        Warnings.ShouldBe(1);

        _store.HasBacklog = false;
        await Deadline.UntilAsync(() => _store.Runs > 12); // one of ten is short also on a machine that halts for moments
        _store.HasBacklog = true;
        await Deadline.UntilAsync(() => Warnings == 2);
    }

    [Fact]
    public async Task Run_NothingToDelete_WarnsOfNothing()
    {
        _store.HasBacklog = false;
        await _service.StartAsync(TestContext.Current.CancellationToken).Within();

        await Deadline.UntilAsync(() => _store.Runs > 3);

        Warnings.ShouldBe(0);
    }

    private async Task PassMinutesAsync(int minutes)
    {
        var started = _time.GetTimestamp();
        await Deadline.UntilAsync(() => _time.GetElapsedTime(started) > TimeSpan.FromMinutes(minutes));
        var batches = _store.Batches;
        await Deadline.UntilAsync(() => _store.Batches > batches + 1);
    }

    /// <summary>Always has one report more to delete.</summary>
    private sealed class EndlessStore : IReportStore
    {
        private volatile int _runs;
        private volatile int _batches;
        private volatile int _ended;
        private volatile bool _hasBacklog = true;

        public int Runs => _runs;

        public int Batches => _batches;

        public bool HasBacklog
        {
            set => _hasBacklog = value;
        }

        /// <summary>The run that is under way finds nothing more.</summary>
        public void EndRun() => _ended = _runs;

        public async IAsyncEnumerable<IReadOnlyList<FileId>> PruneAsync(
            RetentionRule rule, [EnumeratorCancellation] CancellationToken cancellationToken)
        {
            var run = Interlocked.Increment(ref _runs);
            while (_hasBacklog && run > _ended)
            {
                await Task.Yield();
                Interlocked.Increment(ref _batches);
                yield return [default];
            }
        }

        public Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask<StoredReport?> FindAsync(FileId id, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<bool> DeleteAsync(FileId id, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task CheckAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask<string> IdentifyAsync(CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
