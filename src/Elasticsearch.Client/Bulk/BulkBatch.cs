using System.Buffers;
using System.Diagnostics;
using System.Net;
using Elastic.Clients.Elasticsearch;
using Elastic.Clients.Elasticsearch.Core.Bulk;
using Elasticsearch.Client.Transport;

namespace Elasticsearch.Client.Bulk;

/// <summary>The writes of one bulk request, and its body. The package's own helper for bulk requests awaits no single write.</summary>
public sealed class BulkBatch(int maxWrites, int maxBytes)
{
    private readonly List<BulkWrite> _writes = [];
    private ArrayBufferWriter<byte> _body = new();

    public BulkBatch(IReadOnlyCollection<BulkWrite> writes)
        : this(writes.Count, int.MaxValue)
    {
        foreach (var write in writes)
        {
            Add(write);
        }
    }

    public IReadOnlyList<BulkWrite> Writes => _writes;

    public bool IsFull => _writes.Count >= maxWrites || _body.WrittenCount >= maxBytes;

    public void Add(BulkWrite write)
    {
        _writes.Add(write);
        _body.Write(write.Action.Span);
        _body.Write("\n"u8);
        if (!write.IsDeletion)
        {
            _body.Write(write.Document.Span);
            _body.Write("\n"u8);
        }
    }

    public void Clear()
    {
        _writes.Clear();
        if (_body.Capacity <= 2L * maxBytes)
        {
            _body.ResetWrittenCount();
        }
        else
        {
            _body = new();
        }
    }

    /// <summary>Continues the trace of the first write that has one: a request can be part of one only.</summary>
    /// <returns>The activity, whose disposal ends the request's part of the trace; null when no write has a trace.</returns>
    public Activity? StartTrace() =>
        _writes.Find(write => write.Cause is not null)?.Cause is { } cause
            ? new Activity("bulk").SetParentId(cause.TraceId, cause.SpanId, cause.TraceFlags).Start()
            : null;

    /// <summary>Sends the writes, in halves when they are too large together.</summary>
    /// <param name="client">The cluster.</param>
    /// <param name="path">Path and query of the bulk request.</param>
    /// <param name="target">The index or alias, for the message.</param>
    /// <param name="cancellationToken">Ends the waiting, not the writes.</param>
    /// <returns>One response for each write, in the order of the writes.</returns>
    /// <exception cref="ElasticsearchUnavailableException">The request failed as a whole.</exception>
    public async Task<List<WriteResponse>> SendAsync(
        ClusterClient client, string path, string target, CancellationToken cancellationToken)
    {
        try
        {
            return Split(await client.BulkAsync(path, _body.WrittenMemory, target, cancellationToken));
        }
        catch (ElasticsearchUnavailableException tooLarge) when (tooLarge.Status == HttpStatusCode.RequestEntityTooLarge)
        {
            if (_writes.Count == 1)
            {
                return [new((int)tooLarge.Status, "content_too_large", tooLarge.Message)];
            }
        }

        var first = new BulkBatch(_writes[..(_writes.Count / 2)]);
        var second = new BulkBatch(_writes[(_writes.Count / 2)..]);
        return
        [
            .. await first.SendAsync(client, path, target, cancellationToken),
            .. await second.SendAsync(client, path, target, cancellationToken),
        ];
    }

    /// <summary>The HTTP status is 200 even when every single write failed.</summary>
    private List<WriteResponse> Split(Answer<BulkResponse> answer)
    {
        IReadOnlyCollection<ResponseItem> items = answer.Response.Items ?? [];
        return items.Count == _writes.Count && items.Zip(_writes).All(pair => pair.First.Operation == "delete" == pair.Second.IsDeletion)
            ? [.. items.Select(item => WriteResponse.From(item, answer.Retried))]
            : throw new ElasticsearchUnavailableException($"Elasticsearch answered {items.Count} of {_writes.Count} writes.");
    }
}
