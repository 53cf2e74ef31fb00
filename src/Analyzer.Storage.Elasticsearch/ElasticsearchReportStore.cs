using System.Net;
using System.Text.Json;
using Analyzer.Core;
using Analyzer.Storage.Elasticsearch.Bulk;
using Analyzer.Storage.Elasticsearch.Index;
using Analyzer.Storage.Elasticsearch.Transport;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>
/// Reports in an Elasticsearch cluster, 8.x or 9.x, through its REST API. Saves go into shared bulk requests and are in the translog of
/// every copy when they return; look-ups by id are realtime; the listing lags by up to a second.
/// </summary>
public sealed class ElasticsearchReportStore : IReportStore, IAsyncDisposable
{
    private static readonly TimeSpan MaxPause = TimeSpan.FromMilliseconds(100);

    private readonly ElasticsearchStoreOptions _options;
    private readonly TimeProvider _timeProvider;
    private readonly ElasticsearchClient _client;
    private readonly ReportIndex _index;
    private readonly BulkBatcher _batcher;
    private long _lastWrite; // TimeProvider timestamp; 0 before the first and after a failure
    private volatile bool _closed;

    private ElasticsearchReportStore(
        ElasticsearchStoreOptions options, HttpMessageHandler handler, IStoreObserver? observer, TimeProvider timeProvider)
    {
        _options = options;
        _timeProvider = timeProvider;
        _client = new ElasticsearchClient(options, handler, timeProvider);
        _index = new ReportIndex(_client, options);
        _batcher = new BulkBatcher(_client, options, observer, timeProvider);
    }

    /// <summary>Asks nobody yet: the cluster may be away, and the first call that it answers creates or verifies the index.</summary>
    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    public static ElasticsearchReportStore Create(
        ElasticsearchStoreOptions options, IStoreObserver? observer = null, TimeProvider? timeProvider = null)
    {
        options.Validate();
        return Create(options, ElasticsearchClient.CreateHandler(options), observer, timeProvider);
    }

    internal static ElasticsearchReportStore Create(
        ElasticsearchStoreOptions options,
        HttpMessageHandler handler,
        IStoreObserver? observer = null,
        TimeProvider? timeProvider = null) => new(options, handler, observer, timeProvider ?? TimeProvider.System);

    /// <summary>For the start: tells a cluster that is away, and may come back, from an index that a person has to look at.</summary>
    /// <exception cref="StoreRefusedException">The index is not ours, or a newer version's; it was left as it is.</exception>
    /// <exception cref="StoreUnavailableException">No node answers.</exception>
    public async Task InitializeAsync(CancellationToken cancellationToken) => await _index.EnsureAsync(cancellationToken);

    /// <inheritdoc/>
    /// <remarks>Cancelling ends the waiting, not the save: the report may be stored or not. The same holds when it took too long.</remarks>
    public Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken) =>
        BoundedAsync(token => SaveCoreAsync(report, token), cancellationToken);

    public async ValueTask<AnalysisReport?> FindAsync(FileId id, CancellationToken cancellationToken) =>
        (await BoundedAsync(token => ReadAsync(id, token), cancellationToken))?.Report;

    public async Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(query.Limit, 1, nameof(query));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(query.Limit, ReportQuery.MaxLimit, nameof(query));
        return await BoundedAsync(token => ListCoreAsync(query, token), cancellationToken);
    }

    /// <inheritdoc/>
    /// <remarks>
    /// A save that succeeded within <see cref="ElasticsearchStoreOptions.CheckInterval"/> is proof enough. Otherwise a write is sent that
    /// must lose: it claims to replace a document that does not exist. The conflict that comes back says that the primary shard is there,
    /// and that nothing blocks writing; nothing is stored.
    /// </remarks>
    public Task CheckAsync(CancellationToken cancellationToken) => BoundedAsync(CheckCoreAsync, cancellationToken);

    /// <summary>Finishes the saves that were accepted, as far as the cluster answers in time.</summary>
    public async ValueTask DisposeAsync()
    {
        _closed = true;
        await _batcher.DisposeAsync();
        _client.Dispose();
        _index.Dispose();
    }

    private async Task<SaveResult> SaveCoreAsync(AnalysisReport report, CancellationToken cancellationToken)
    {
        var json = ReportJson.Serialize(report);
        var write = BulkWrite.Create(report.Sha256, json);
        var success = SaveOutcome.Created;
        var doubtful = false;
        while (true)
        {
            var answer = await WriteAsync(write, cancellationToken);
            doubtful |= answer.Retried || answer.IsNotNow;
            if (answer.IsWritten)
            {
                return new(success, report, json);
            }

            if (!answer.IsConflict && !answer.IsNotNow)
            {
                throw new StoreUnavailableException($"Elasticsearch refused a report: {answer.Error?.Type}: {answer.Error?.Reason}");
            }

            if (answer.IsNotNow)
            {
                await Task.Delay(MaxPause * Random.Shared.NextDouble(), _timeProvider, cancellationToken);
            }

            switch (await ReadAsync(report.Sha256, cancellationToken))
            {
                case null:
                    write = BulkWrite.Create(report.Sha256, json);
                    success = SaveOutcome.Created;
                    break;

                case var stored when doubtful && stored.Json.AsSpan().SequenceEqual(json):
                    // Our own: it was written by an attempt whose answer was lost.
                    return new(success, report, json);

                case var stored when stored.Report.Engine >= report.Engine:
                    return new(SaveOutcome.Known, stored.Report, stored.Json);

                case var stored:
                    write = BulkWrite.Replace(report.Sha256, json, stored.SeqNo, stored.PrimaryTerm);
                    success = SaveOutcome.Replaced;
                    break;
            }
        }
    }

    private async Task<WriteAnswer> WriteAsync(BulkWrite write, CancellationToken cancellationToken)
    {
        try
        {
            var answer = await _batcher.WriteAsync(write, cancellationToken);
            Volatile.Write(ref _lastWrite, answer.IsWritten || answer.IsConflict ? _timeProvider.GetTimestamp() : 0);
            return answer;
        }
        catch (StoreUnavailableException)
        {
            Volatile.Write(ref _lastWrite, 0);
            throw;
        }
    }

    /// <summary>Realtime: sees what was written but not refreshed yet.</summary>
    private async Task<StoredReport?> ReadAsync(FileId id, CancellationToken cancellationToken)
    {
        var answer = await _client.SendAsync(new(HttpMethod.Get, $"/{_options.Alias}/_doc/{id}"), cancellationToken);
        using var document = Parse(answer);

        // "Not found" is only what says so itself: a missing index, or a proxy's page, is a 404 too.
        return document.RootElement.TryGetProperty("found", out var found) && found.ValueKind is JsonValueKind.True or JsonValueKind.False
            ? found.GetBoolean() ? StoredReport.Parse(document.RootElement) : null
            : throw answer.Unexpected(_options.Alias);
    }

    private async Task<ReportPage> ListCoreAsync(ReportQuery query, CancellationToken cancellationToken)
    {
        var request = new Request(HttpMethod.Post, $"/{_options.Alias}/_search?{ReportSearch.Parameters}", ReportSearch.Body(query));
        var answer = await _client.SendAsync(request, cancellationToken);
        if (answer.Status != HttpStatusCode.OK)
        {
            throw answer.Unexpected(_options.Alias);
        }

        using var document = Parse(answer);
        return ReportSearch.Page(document.RootElement, query.Limit);
    }

    private async Task<bool> CheckCoreAsync(CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _lastWrite) is not 0 and var at && _timeProvider.GetElapsedTime(at) < _options.CheckInterval)
        {
            return true;
        }

        var loser = BulkWrite.Replace(default, "{}"u8.ToArray(), seqNo: long.MaxValue, primaryTerm: 1);
        var answer = await WriteAsync(loser, cancellationToken);
        return answer.IsConflict ? true : throw new StoreUnavailableException($"Elasticsearch takes no writes: {answer.Error?.Reason}");
    }

    /// <summary>What every call has in common: an open store, an index that is ours, and an end in time.</summary>
    private async Task<T> BoundedAsync<T>(Func<CancellationToken, Task<T>> call, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (_closed)
        {
            throw new StoreUnavailableException("The store is closed.");
        }

        _client.ThrowIfAway();
        using var timeout = new CancellationTokenSource(_options.Timeout, _timeProvider);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
        try
        {
            await _index.EnsureAsync(deadline.Token);
            return await call(deadline.Token);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new StoreUnavailableException($"Elasticsearch took longer than {_options.Timeout.TotalSeconds:0.#} s.", e);
        }
        catch (StoreRefusedException e)
        {
            throw new StoreUnavailableException(e.Message, e);
        }
    }

    private static JsonDocument Parse(Answer answer)
    {
        try
        {
            var document = JsonDocument.Parse(answer.Body);
            return document.RootElement.ValueKind == JsonValueKind.Object ? document : throw new JsonException("Not an object.");
        }
        catch (JsonException e)
        {
            throw new StoreUnavailableException($"Not Elasticsearch's answer (HTTP {(int)answer.Status}).", e);
        }
    }
}
