using System.Runtime.CompilerServices;
using System.Text.Json;
using Analyzer.Core;
using Batching;
using Elastic.Clients.Elasticsearch;
using Elastic.Transport;
using Elasticsearch.Client.Bulk;
using Elasticsearch.Client.Transport;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>
/// Reports in an Elasticsearch cluster, 8.x or 9.x, through its REST API. Saves share bulk requests, and are in the translog of every
/// copy when they return. Look-ups by id are realtime. The listing lags behind by up to a second.
/// </summary>
public sealed class ElasticsearchReportStore : IReportStore, IAsyncDisposable
{
    private const int SmallestPrune = 200;
    private const int LargestPrune = 5000;

    private static readonly TimeSpan BearablePrune = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan MaxPause = TimeSpan.FromMilliseconds(100);

    private readonly ElasticsearchStoreOptions _options;
    private readonly TimeProvider _time;
    private readonly ClusterClient _client;
    private readonly ReportIndex _index;
    private readonly BulkBatcher _batcher;
    private long _lastWrite; // TimeProvider timestamp; 0 before the first and after a failure
    private volatile bool _closed;

    private ElasticsearchReportStore(
        ElasticsearchStoreOptions options, HttpMessageHandler handler, IBatchObserver? observer, TimeProvider time)
    {
        _options = options;
        _time = time;
        _client = new ClusterClient(options, handler, time);
        _index = new ReportIndex(_client, options);
        _batcher = new BulkBatcher(_client, options, options.Alias, observer, time);
    }

    /// <summary>Sends nothing yet: the cluster may be away. The first call that it answers creates or verifies the index.</summary>
    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    public static ElasticsearchReportStore Create(
        ElasticsearchStoreOptions options, IBatchObserver? observer = null, TimeProvider? time = null)
    {
        options.Validate();
        return Create(options, NodeHandler.Create(options), observer, time);
    }

    internal static ElasticsearchReportStore Create(
        ElasticsearchStoreOptions options,
        HttpMessageHandler handler,
        IBatchObserver? observer = null,
        TimeProvider? time = null) => new(options, handler, observer, time ?? TimeProvider.System);

    /// <summary>
    /// Creates or verifies the index now. The two exceptions tell a cluster that may come back from an index that a person has to look at.
    /// </summary>
    /// <exception cref="StoreRefusedException">The index is not ours, or a newer version's; it was left as it is.</exception>
    /// <exception cref="StoreUnavailableException">No node answers.</exception>
    public async Task InitializeAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _index.EnsureAsync(cancellationToken);
        }
        catch (ElasticsearchUnavailableException exception)
        {
            throw new StoreUnavailableException(exception.Message, exception);
        }
    }

    /// <inheritdoc/>
    /// <remarks>Cancelling ends the waiting, not the save: the report may be stored or not. The same holds after a time-out.</remarks>
    public Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken) =>
        BoundedAsync(token => SaveCoreAsync(report, token), cancellationToken);

    public async ValueTask<StoredReport?> FindAsync(FileId id, CancellationToken cancellationToken) =>
        await BoundedAsync(token => ReadAsync(id, token), cancellationToken) is { } found
            ? found.Report ?? throw new ReportDamagedException(id)
            : null;

    public async Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(query.Limit, 1, nameof(query));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(query.Limit, ReportQuery.MaxLimit, nameof(query));
        return await BoundedAsync(token => ListCoreAsync(query, token), cancellationToken);
    }

    /// <inheritdoc/>
    /// <remarks>Cancelling ends the waiting, not the deletion. The same holds after a time-out.</remarks>
    public Task<bool> DeleteAsync(FileId id, CancellationToken cancellationToken) =>
        BoundedAsync(token => DeleteCoreAsync(id, token), cancellationToken);

    /// <inheritdoc/>
    /// <remarks>Ends when another service has deleted all that was found: then it is at work on the rest.</remarks>
    public async IAsyncEnumerable<IReadOnlyList<FileId>> PruneAsync(
        RetentionRule rule, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var batch = new PruneBatch(SmallestPrune, LargestPrune, BearablePrune);
        var started = _time.GetTimestamp();
        while (await BoundedAsync(token => PruneAsync(rule, batch.Size, token), cancellationToken) is { Count: > 0 } deleted)
        {
            batch.Took(_time.GetElapsedTime(started));
            yield return deleted;
            started = _time.GetTimestamp();
        }
    }

    /// <inheritdoc/>
    /// <remarks>
    /// A save that succeeded within <see cref="ElasticsearchStoreOptions.CheckInterval"/> is proof enough. Otherwise a write is sent that
    /// must fail: it claims to replace a document that does not exist. The conflict in the response proves that the primary shard is there
    /// and that nothing blocks writing. Nothing is stored.
    /// </remarks>
    public Task CheckAsync(CancellationToken cancellationToken) => BoundedAsync(CheckCoreAsync, cancellationToken);

    public async ValueTask<string> IdentifyAsync(CancellationToken cancellationToken) =>
        $"elasticsearch:{await BoundedAsync(_ => Task.FromResult(_index.Identity), cancellationToken)}";

    /// <summary>Finishes the accepted saves, as far as the cluster answers in time.</summary>
    public async ValueTask DisposeAsync()
    {
        _closed = true;
        await _batcher.DisposeAsync();
        _client.Dispose();
        _index.Dispose();
    }

    private async Task<SaveResult> SaveCoreAsync(AnalysisReport report, CancellationToken cancellationToken)
    {
        var save = new StoredReport(report);
        var document = ChecksummedReport.Write(save.Json.Span);
        var write = BulkWrite.Create($"{report.Sha256}", document);
        var success = SaveOutcome.Created;
        var mayBeWritten = false;
        while (true)
        {
            var response = await WriteAsync(write, cancellationToken);
            mayBeWritten |= response.Retried || response.IsRetryable;
            if (response.IsWritten)
            {
                return new(success, save);
            }

            if (!response.IsConflict && !response.IsRetryable)
            {
                throw new StoreUnavailableException($"Elasticsearch refused a report: {response.ErrorType}: {response.Reason}");
            }

            if (response.IsRetryable)
            {
                await Task.Delay(Jitter.UpTo(MaxPause), _time, cancellationToken);
            }

            switch (await ReadAsync(report.Sha256, cancellationToken))
            {
                case null:
                    write = BulkWrite.Create($"{report.Sha256}", document);
                    success = SaveOutcome.Created;
                    break;

                case { Report: { } stored } when mayBeWritten && stored.Json.Span.SequenceEqual(save.Json.Span):
                    // This is our own report: it was written by an attempt whose response was lost.
                    return new(success, save);

                case { Report: { } stored } when !report.Replaces(stored.Report):
                    return new(SaveOutcome.Known, stored);

                case var replaced: // the new one takes precedence, or it is damaged
                    write = BulkWrite.Replace($"{report.Sha256}", document, replaced.SeqNo, replaced.PrimaryTerm);
                    success = SaveOutcome.Replaced;
                    break;
            }
        }
    }

    private async Task<bool> DeleteCoreAsync(FileId id, CancellationToken cancellationToken)
    {
        for (var mayBeDeleted = false; ; await Task.Delay(Jitter.UpTo(MaxPause), _time, cancellationToken))
        {
            var response = await WriteAsync(BulkWrite.Delete($"{id}"), cancellationToken);
            mayBeDeleted |= response.Retried || response.IsRetryable;
            if (response.IsWritten || response.IsNotFound)
            {
                return response.IsWritten || mayBeDeleted;
            }

            if (!response.IsRetryable)
            {
                throw new StoreUnavailableException($"Elasticsearch refused a deletion: {response.ErrorType}: {response.Reason}");
            }
        }
    }

    /// <returns>The deleted reports. One that was replaced meanwhile, or deleted by another service, is not among them.</returns>
    private async Task<IReadOnlyList<FileId>> PruneAsync(RetentionRule rule, int size, CancellationToken cancellationToken)
    {
        var found = await SearchAsync(RetentionSearch.Oldest(_options.Alias, rule, size), cancellationToken);
        var oldest = found.Hits.Select(hit => OldReport.From(hit) ?? throw NotElasticsearch(found, null)).ToList();
        var surplus = rule.MaxReports is { } max && oldest.Count > 0
            ? (await SearchAsync(RetentionSearch.Count(_options.Alias), cancellationToken)).Total - max
            : 0;
        var oldestTime = rule.OldestTime?.ToUnixTimeMilliseconds() ?? long.MinValue;
        var old = oldest.TakeWhile((report, place) => place < surplus || report.AnalyzedAt < oldestTime).ToList();
        if (old.Count == 0)
        {
            return [];
        }

        // A bulk request of its own, so that no save waits for it. It refreshes, so that the next search does not find these again.
        var batch = new BulkBatch([.. old.Select(report => BulkWrite.Delete($"{report.Id}", report.SeqNo, report.PrimaryTerm))]);
        var path = $"{BulkBatcher.PathOf(_options, _options.Alias)}&refresh=true";
        var deletions = await batch.SendAsync(_client, path, _options.Alias, cancellationToken);
        return [.. old.Zip(deletions).Where(pair => pair.Second.IsWritten).Select(pair => pair.First.Id)];
    }

    private async Task<WriteResponse> WriteAsync(BulkWrite write, CancellationToken cancellationToken)
    {
        try
        {
            var response = await _batcher.WriteAsync(write, cancellationToken);
            Volatile.Write(ref _lastWrite, response.IsWritten || response.IsConflict ? _time.GetTimestamp() : 0);
            return response;
        }
        catch (ElasticsearchUnavailableException)
        {
            Volatile.Write(ref _lastWrite, 0);
            throw;
        }
    }

    /// <summary>Realtime: finds a write before the index is refreshed.</summary>
    private async Task<ReportDocument?> ReadAsync(FileId id, CancellationToken cancellationToken)
    {
        var answer = await _client.GetAsync($"{_options.Alias}/_doc/{id}", _options.Alias, alsoTake: null, cancellationToken);
        return Read(answer.Response, document =>
            document.GetProperty("found").GetBoolean() ? ReportDocument.From(document) : null);
    }

    private async Task<ReportPage> ListCoreAsync(ReportQuery query, CancellationToken cancellationToken)
    {
        var page = new ReportPageBuilder(query);
        while (true)
        {
            // One report more than there is room for tells whether another page follows.
            var size = Math.Min(page.Room + 1, ReportSearch.MaxSize);
            var body = PostData.Serializable(ReportSearch.Body(query, page.Last, size, _index.HasFilters));
            var answer = await _client.PostAsync(ReportSearch.PathOf(_options.Alias), body, _options.Alias, cancellationToken);
            var (fetched, fit) = Read(answer.Response, response => ReportSearch.AddTo(page, response));
            if (!fit || fetched < size)
            {
                return page.Build();
            }
        }
    }

    /// <exception cref="StoreUnavailableException">It is no response to a search; the package takes any JSON for one.</exception>
    private async Task<SearchResponse<object>> SearchAsync(SearchRequest request, CancellationToken cancellationToken)
    {
        var answer = await _client.AskAsync(
            (client, node, token) =>
            {
                request.RequestConfiguration = node;
                return client.SearchAsync<object>(request, token);
            },
            _options.Alias, cancellationToken);
        return answer.Response.Shards is { Total: > 0 } ? answer.Response : throw NotElasticsearch(answer.Response, null);
    }

    private async Task<bool> CheckCoreAsync(CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _lastWrite) is not 0 and var at && _time.GetElapsedTime(at) < _options.CheckInterval)
        {
            return true;
        }

        var failing = BulkWrite.Replace($"{default(FileId)}", "{}"u8.ToArray(), seqNo: long.MaxValue, primaryTerm: 1);
        var response = await WriteAsync(failing, cancellationToken);
        return response.IsConflict ? true : throw new StoreUnavailableException($"Elasticsearch takes no writes: {response.Reason}");
    }

    /// <summary>Every call needs an open store, an index that is ours, and an end in time.</summary>
    private async Task<T> BoundedAsync<T>(Func<CancellationToken, Task<T>> call, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (_closed)
        {
            throw new StoreUnavailableException("The store is closed.");
        }

        using var timeout = new CancellationTokenSource(_options.Timeout, _time);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
        try
        {
            _client.ThrowIfAway();
            await _index.EnsureAsync(deadline.Token);
            return await call(deadline.Token);
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new StoreUnavailableException($"Elasticsearch took longer than {_options.Timeout.TotalSeconds:0.#} s.", exception);
        }
        catch (Exception exception) when (exception is StoreRefusedException or ElasticsearchUnavailableException)
        {
            throw new StoreUnavailableException(exception.Message, exception);
        }
    }

    private static T Read<T>(BytesResponse response, Func<JsonElement, T> read)
    {
        try
        {
            using var document = JsonDocument.Parse(response.Body);
            return read(document.RootElement);
        }
        catch (Exception exception) when (
            exception is JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            throw NotElasticsearch(response, exception);
        }
    }

    private static StoreUnavailableException NotElasticsearch(TransportResponse response, Exception? why) =>
        new($"This is not a response of Elasticsearch (HTTP {response.ApiCallDetails.HttpStatusCode}).", why);
}
