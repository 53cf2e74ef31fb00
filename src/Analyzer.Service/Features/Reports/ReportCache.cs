using System.ComponentModel.DataAnnotations;
using System.Runtime.CompilerServices;
using Analyzer.Core;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Reports;

/// <summary>
/// The store with a small cache in front, so that a look-up of a known file costs little more than an empty request. It holds only durable
/// reports, for a minute at most: on a store with several writers another service may replace a report. It holds only reports that were
/// recently asked for twice: otherwise a client that asks for a new file each time would keep it busy with evictions. A deleted report is
/// removed before the deletion is acknowledged, and so is one that an earlier look-up or save brings from the store only now (<see
/// cref="DeletionTickets"/>).
/// </summary>
internal sealed class ReportCache(
    IReportStore store, IOptions<ReportCacheOptions> options, IOptions<ReportLifetime> lifetime, TimeProvider time) : IDisposable
{
    // The cost of an entry in addition to its JSON: the objects that it may be parsed into.
    private const int EntryOverhead = 4096;

    // How much is freed when it is full: all entries are scanned each time, so this should be rare.
    private const double FreedAtOnce = 0.25;

    private const int Remembered = 1 << 16;

    private static readonly TimeSpan MaxAge = TimeSpan.FromMinutes(1);

    private readonly long _maxBytes = options.Value.CacheBytes;
    private readonly MemoryCache _cache = new(
        new MemoryCacheOptions { SizeLimit = options.Value.CacheBytes, CompactionPercentage = FreedAtOnce });

    // Each place holds the hash of the last id that was asked for there. If two threads write at once, one of them is forgotten.
    private readonly int[] _askedFor = new int[Remembered];

    private readonly DeletionTickets _deletions = new(time);

    public ValueTask<CachedReport?> FindAsync(FileId id, CancellationToken cancellationToken) =>
        _cache.TryGetValue(id, out CachedReport? known) ? new(known) : ReadAsync(id, cancellationToken);

    /// <summary>
    /// Finds a report for a sender who is told that the file is known: the cache is enough only if reports are never deleted.
    /// </summary>
    public ValueTask<CachedReport?> ConfirmAsync(FileId id, CancellationToken cancellationToken) =>
        lifetime.Value.Ends ? ReadAsync(id, cancellationToken) : FindAsync(id, cancellationToken);

    /// <summary>Finds a report in memory only: for a service too busy to ask its store, as <see cref="ConfirmAsync"/> does.</summary>
    public CachedReport? Recall(FileId id) => lifetime.Value.Ends ? null : _cache.Get<CachedReport>(id);

    /// <inheritdoc cref="IReportStore.SaveAsync"/>
    public async Task<(SaveOutcome Outcome, CachedReport Stored)> SaveAsync(AnalysisReport report, CancellationToken cancellationToken)
    {
        CachedReport? known;
        if (!lifetime.Value.Ends && _cache.TryGetValue(report.Sha256, out known) && !report.Replaces(known!.Report))
        {
            return (SaveOutcome.Known, known);
        }

        var ticket = _deletions.Take(report.Sha256);
        var (outcome, stored) = await store.SaveAsync(report, cancellationToken);
        known = new CachedReport(stored);
        if (outcome == SaveOutcome.Created)
        {
            // Not asked for yet: most never are, and would only evict those that are.
            return (outcome, known);
        }

        _cache.Remove(report.Sha256); // the cached one, if any, is older
        return (outcome, Keep(report.Sha256, known, ticket));
    }

    public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) => store.ListAsync(query, cancellationToken);

    /// <inheritdoc cref="IReportStore.DeleteAsync"/>
    public async Task<bool> DeleteAsync(FileId id, CancellationToken cancellationToken)
    {
        var certain = false;
        try
        {
            var deleted = await store.DeleteAsync(id, cancellationToken);
            certain = true;
            return deleted;
        }
        finally
        {
            _deletions.Deleted(id, certain, () => _cache.Remove(id));
        }
    }

    /// <inheritdoc cref="IReportStore.PruneAsync"/>
    public async IAsyncEnumerable<IReadOnlyList<FileId>> PruneAsync(
        RetentionRule rule, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var deleted in store.PruneAsync(rule, cancellationToken))
        {
            foreach (var id in deleted)
            {
                _deletions.Deleted(id, certain: true, () => _cache.Remove(id));
            }

            yield return deleted;
        }
    }

    public void Dispose() => _cache.Dispose();

    private async ValueTask<CachedReport?> ReadAsync(FileId id, CancellationToken cancellationToken)
    {
        var ticket = _deletions.Take(id);
        return await store.FindAsync(id, cancellationToken) is { } stored ? Keep(id, new CachedReport(stored), ticket) : null;
    }

    private CachedReport Keep(FileId id, CachedReport known, int ticket)
    {
        if (_maxBytes > 0 && AskedBefore(id))
        {
            _deletions.Keep(id, ticket, () => _cache.Set(id, known, new MemoryCacheEntryOptions
            {
                Size = known.Json.Length + EntryOverhead,
                AbsoluteExpirationRelativeToNow = MaxAge,
            }));
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

/// <summary>How much is cached: at the host's own section.</summary>
internal sealed class ReportCacheOptions
{
    /// <summary>Memory for reports that were recently asked for twice, in bytes. Default 32 MiB; 0 for no cache.</summary>
    [Range(0, 1L << 34)]
    public long CacheBytes { get; set; } = 32 << 20;
}
