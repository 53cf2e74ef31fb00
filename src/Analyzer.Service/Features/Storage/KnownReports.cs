using Analyzer.Core;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Storage;

/// <summary>
/// The store with a small cache in front, so that a look-up of a known file costs little more than an empty request. It holds only
/// what the store has durably got, and for a minute at most: on a store with several writers another service may replace a report. And only
/// what was asked for twice lately: who asks for ever other files would keep the cache busy with throwing out.
/// </summary>
internal sealed class KnownReports(IReportStore store, IOptions<AnalyzerOptions> options) : IDisposable
{
    // What an entry costs beside the JSON: the objects it was read into.
    private const int EntryOverhead = 4096;

    // When it is full: each time all entries are looked through, so rather seldom.
    private const double FreedAtOnce = 0.25;

    private const int Remembered = 1 << 16;

    private static readonly TimeSpan MaxAge = TimeSpan.FromMinutes(1);

    private readonly long _maxBytes = options.Value.CacheBytes;
    private readonly MemoryCache _cache = new(new MemoryCacheOptions { SizeLimit = options.Value.CacheBytes, CompactionPercentage = FreedAtOnce });

    // The hash of the last id asked for, in each place. Two threads may pass each other by: then one ask is forgotten.
    private readonly int[] _askedFor = new int[Remembered];

    public ValueTask<KnownReport?> FindAsync(FileId id, CancellationToken cancellationToken) =>
        _cache.TryGetValue(id, out KnownReport? known) ? new(known) : ReadAsync(id, cancellationToken);

    /// <inheritdoc cref="IReportStore.SaveAsync"/>
    public async Task<(SaveOutcome Outcome, KnownReport Stored)> SaveAsync(AnalysisReport report, CancellationToken cancellationToken)
    {
        if (_cache.TryGetValue(report.Sha256, out KnownReport? known) && known!.Report.Engine >= report.Engine)
        {
            return (SaveOutcome.Known, known);
        }

        var (outcome, stored, json) = await store.SaveAsync(report, cancellationToken);
        known = new KnownReport(stored, json);
        if (outcome == SaveOutcome.Created)
        {
            // Not asked for: most never are, and would only drive out those that are.
            return (outcome, known);
        }

        _cache.Remove(report.Sha256); // what is kept of it, if anything, is older
        return (outcome, Keep(known));
    }

    public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) => store.ListAsync(query, cancellationToken);

    public void Dispose() => _cache.Dispose();

    private async ValueTask<KnownReport?> ReadAsync(FileId id, CancellationToken cancellationToken) =>
        await store.FindAsync(id, cancellationToken) is { } report ? Keep(new KnownReport(report)) : null;

    private KnownReport Keep(KnownReport known)
    {
        var id = known.Report.Sha256;
        if (_maxBytes > 0 && AskedBefore(id))
        {
            _cache.Set(id, known, new MemoryCacheEntryOptions
            {
                Size = known.Json.Length + EntryOverhead,
                AbsoluteExpirationRelativeToNow = MaxAge,
            });
        }

        return known;
    }

    private bool AskedBefore(FileId id)
    {
        var hash = id.GetHashCode();
        ref var last = ref _askedFor[hash & (Remembered - 1)];
        var before = last == hash;
        last = hash;
        return before;
    }
}
