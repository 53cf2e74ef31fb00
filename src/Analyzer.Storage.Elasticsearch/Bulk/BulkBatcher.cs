using System.Net;
using System.Text.Json;
using System.Threading.Channels;
using Analyzer.Core;
using Analyzer.Storage.Elasticsearch.Transport;

namespace Analyzer.Storage.Elasticsearch.Bulk;

/// <summary>
/// Gathers writes into bulk requests, since each request costs the cluster a flush whatever it holds:
/// <list type="number">
/// <item>take what waits, up to a number of writes and bytes;</item>
/// <item>linger for those who are about to come (<see cref="Gathering"/>), and take them along;</item>
/// <item>send, and give each write its own answer.</item>
/// </list>
/// Several of these go round at once, so that the cluster has work while an answer travels. When requests fail in a row, writes are
/// turned away at once, but for one at a time that finds out whether the cluster is back.
/// </summary>
internal sealed class BulkBatcher : IAsyncDisposable
{
    private const int FailuresToTurnAway = 2;

    private readonly ElasticsearchClient _client;
    private readonly ElasticsearchStoreOptions _options;
    private readonly IStoreObserver? _observer;
    private readonly TimeProvider _timeProvider;
    private readonly string _path;
    private readonly Channel<BulkWrite> _queue;
    private readonly Gathering _gathering;
    private readonly Task[] _pumps;
    private int _failures;

    public BulkBatcher(ElasticsearchClient client, ElasticsearchStoreOptions options, IStoreObserver? observer, TimeProvider timeProvider)
    {
        _client = client;
        _options = options;
        _observer = observer;
        _timeProvider = timeProvider;

        // require_alias: without the alias Elasticsearch would make an index of that name, with a mapping of its own guessing.
        // timeout: a write that waits for its shard must not happen a minute after its submitter was told that it failed.
        _path = $"/{options.Alias}/_bulk?require_alias=true&timeout={options.AttemptTimeout.TotalMilliseconds:0}ms" +
            "&filter_path=items.*.status,items.*.error.type,items.*.error.reason,error.type,error.reason";
        _queue = Channel.CreateBounded<BulkWrite>(options.QueueCapacity);
        _gathering = new Gathering(options.Linger, timeProvider);
        _pumps = [.. Enumerable.Range(0, options.BulksInFlight).Select(_ => Task.Run(PumpAsync))];
    }

    /// <returns>What became of it. Cancelling ends the waiting only.</returns>
    /// <exception cref="StoreUnavailableException">The queue is full, the store is closed, or the cluster takes no writes.</exception>
    public async Task<WriteAnswer> WriteAsync(BulkWrite write, CancellationToken cancellationToken)
    {
        var underWay = _gathering.Enter();
        if (underWay > 1 && Volatile.Read(ref _failures) >= FailuresToTurnAway)
        {
            _gathering.Leave(1);
            throw new StoreUnavailableException("Elasticsearch did not take the last writes: one at a time tries whether it does again.");
        }

        if (!_queue.Writer.TryWrite(write))
        {
            _gathering.Leave(1);
            throw Refusal();
        }

        return await write.Done.WaitAsync(cancellationToken);
    }

    /// <summary>Sends what was accepted, then ends.</summary>
    public async ValueTask DisposeAsync()
    {
        _queue.Writer.TryComplete();
        await Task.WhenAll(_pumps);
    }

    private StoreUnavailableException Refusal()
    {
        if (_queue.Reader.Completion.IsCompleted)
        {
            return new("The store is closed.");
        }

        _observer?.SaveRefused();
        return new($"{_options.QueueCapacity} saves wait for Elasticsearch already: try again.");
    }

    private async Task PumpAsync()
    {
        var batch = new BulkBatch(_options.MaxBatch, _options.MaxBatchBytes);
        while (await _queue.Reader.WaitToReadAsync())
        {
            Take(batch);
            if (batch.Writes.Count > 0 && !batch.IsFull)
            {
                await _gathering.WaitAsync();
                Take(batch);
            }

            if (batch.Writes.Count > 0)
            {
                _gathering.Depart();
                await SendAsync(batch);
            }
        }
    }

    private void Take(BulkBatch batch)
    {
        while (!batch.IsFull && _queue.Reader.TryRead(out var write))
        {
            batch.Add(write);
        }
    }

    private async Task SendAsync(BulkBatch batch)
    {
        var start = _timeProvider.GetTimestamp();
        var sent = false;
        try
        {
            var answer = await _client.SendAsync(new(HttpMethod.Post, _path, batch.Body, Request.Lines), CancellationToken.None);
            sent = true;
            var answers = Sort(answer, batch.Writes.Count);
            Settle(batch, failed: answers.TrueForAll(result => result.IsNotNow));
            _observer?.BatchCommitted(batch.Writes.Count, _queue.Reader.Count, _timeProvider.GetElapsedTime(start));
            foreach (var (write, result) in batch.Writes.Zip(answers))
            {
                write.Complete(result);
            }
        }
        catch (Exception e)
        {
            // Whatever it was, it belongs to those who wait: the pump must go on.
            Settle(batch, failed: true);
            _observer?.BatchFailed(batch.Writes.Count, _queue.Reader.Count, _timeProvider.GetElapsedTime(start));
            foreach (var write in batch.Writes)
            {
                write.Fail(e);
            }
        }
        finally
        {
            batch.Clear(sent);
        }
    }

    private void Settle(BulkBatch batch, bool failed)
    {
        Volatile.Write(ref _failures, failed ? Volatile.Read(ref _failures) + 1 : 0); // a lost race costs one more failure
        _gathering.Leave(batch.Writes.Count);
    }

    /// <summary>The answers in the order of the writes, one for each, or an exception.</summary>
    private List<WriteAnswer> Sort(Answer answer, int writes)
    {
        if (answer.Status != HttpStatusCode.OK)
        {
            throw answer.Unexpected(_options.Alias);
        }

        var results = Parse(answer.Body).Select(item => item.Create ?? item.Index).OfType<WriteAnswer>().ToList();
        return results.Count == writes
            ? [.. results.Select(result => result with { Retried = answer.Retried })]
            : throw new StoreUnavailableException($"Elasticsearch answered {results.Count} of {writes} writes.");
    }

    private static IReadOnlyList<BulkAnswerItem> Parse(byte[] body)
    {
        try
        {
            return JsonSerializer.Deserialize(body, ElasticsearchJson.Default.BulkAnswer)?.Items ?? [];
        }
        catch (JsonException e)
        {
            throw new StoreUnavailableException("Elasticsearch's answer to a bulk request is not readable.", e);
        }
    }
}
