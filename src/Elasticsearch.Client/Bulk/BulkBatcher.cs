using System.Diagnostics;
using System.Threading.Channels;
using Batching;
using Elasticsearch.Client.Transport;

namespace Elasticsearch.Client.Bulk;

/// <summary>
/// Gathers writes into bulk requests, since each request costs the cluster one flush, however many writes it holds:
/// <list type="number">
/// <item>take the waiting writes, up to a number of writes and of bytes;</item>
/// <item>linger for writes that are about to come (<see cref="Gathering"/>), and take them along;</item>
/// <item>send the request, and give each write its own response.</item>
/// </list>
/// Several pumps do this at once, so that the cluster has work while a response travels. When requests fail in a row, writes are
/// refused at once, except for one at a time, which finds out whether the cluster is back.
/// </summary>
public sealed class BulkBatcher : IAsyncDisposable
{
    private const int FailuresToRefuse = 2;

    private readonly ClusterClient _client;
    private readonly BulkOptions _options;
    private readonly IBatchObserver? _observer;
    private readonly TimeProvider _time;
    private readonly string _target;
    private readonly string _path;
    private readonly Channel<BulkWrite> _queue;
    private readonly Gathering _gathering;
    private readonly Task[] _pumps;
    private int _failures;

    /// <param name="target">The alias to which all writes go.</param>
    public BulkBatcher(
        ClusterClient client, BulkOptions options, string target, IBatchObserver? observer, TimeProvider time)
    {
        _target = target;
        _client = client;
        _options = options;
        _observer = observer;
        _time = time;
        _path = PathOf(options, target);
        _queue = Channel.CreateBounded<BulkWrite>(options.QueueCapacity);
        _gathering = new Gathering(options.Linger, time);
        _pumps = [.. Enumerable.Range(0, options.BulksInFlight).Select(_ => Task.Run(PumpAsync))];
    }

    /// <returns>Path and query of a bulk request.</returns>
    /// <remarks>
    /// require_alias: if the alias were missing, Elasticsearch would create an index of that name and guess its mapping. timeout: a write
    /// that waits for its shard must not succeed a minute after its submitter was told that it failed.
    /// </remarks>
    public static string PathOf(BulkOptions options, string target) =>
        $"{target}/_bulk?require_alias=true&timeout={options.AttemptTimeout.TotalMilliseconds:0}ms" +
        "&filter_path=items.*.status,items.*.error.type,items.*.error.reason,error.type,error.reason";

    /// <returns>The outcome of the write. Cancelling ends the waiting, not the write.</returns>
    /// <exception cref="ElasticsearchUnavailableException">
    /// The queue is full, the batcher is closed, or the cluster takes no writes.
    /// </exception>
    public async Task<WriteResponse> WriteAsync(BulkWrite write, CancellationToken cancellationToken)
    {
        var underWay = _gathering.Enter();
        if (underWay > 1 && Volatile.Read(ref _failures) >= FailuresToRefuse)
        {
            _gathering.Leave(1);
            throw new ElasticsearchUnavailableException(
                "Elasticsearch failed the last writes: until one succeeds, only one at a time is tried.");
        }

        if (!_queue.Writer.TryWrite(write))
        {
            _gathering.Leave(1);
            throw QueueFull();
        }

        return await write.Done.WaitAsync(cancellationToken);
    }

    /// <summary>Sends the accepted writes, then ends.</summary>
    public async ValueTask DisposeAsync()
    {
        _queue.Writer.TryComplete();
        await Task.WhenAll(_pumps);
    }

    private ElasticsearchUnavailableException QueueFull()
    {
        if (_queue.Reader.Completion.IsCompleted)
        {
            return new("The connection to Elasticsearch is closed.");
        }

        _observer?.WriteRefused();
        return new($"{_options.QueueCapacity} writes already wait for Elasticsearch: try again.");
    }

    private async Task PumpAsync()
    {
        Activity.Current = null; // not that of whoever made the batcher
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
                _observer?.BatchTaken(batch.IsFull ? _queue.Reader.Count : 0);
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
        var start = _time.GetTimestamp();
        using var trace = batch.StartTrace();
        try
        {
            var responses = await batch.SendAsync(_client, _path, _target, CancellationToken.None);
            Count(batch, failed: responses.TrueForAll(result => result.IsRetryable));
            _observer?.BatchCommitted(batch.Writes.Count, _queue.Reader.Count, _time.GetElapsedTime(start));
            foreach (var (write, result) in batch.Writes.Zip(responses))
            {
                write.Complete(result);
            }
        }
        catch (Exception exception)
        {
            // Any failure belongs to the writes that wait. The pump itself must go on.
            Count(batch, failed: true);
            _observer?.BatchFailed(batch.Writes.Count, _queue.Reader.Count, _time.GetElapsedTime(start));
            foreach (var write in batch.Writes)
            {
                write.Fail(exception);
            }
        }
        finally
        {
            batch.Clear();
        }
    }

    private void Count(BulkBatch batch, bool failed)
    {
        Volatile.Write(ref _failures, failed ? Volatile.Read(ref _failures) + 1 : 0); // two pumps at once may count as one
        _gathering.Leave(batch.Writes.Count);
    }
}
