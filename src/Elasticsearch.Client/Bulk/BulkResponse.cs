using System.Net;
using System.Text.Json;
using System.Text.Json.Serialization;
using Elasticsearch.Client.Transport;

namespace Elasticsearch.Client.Bulk;

/// <summary>The response to a bulk request. Its HTTP status is 200 even when every single write failed.</summary>
/// <param name="Items">One for each write, in the order of the writes.</param>
public sealed record BulkResponse(IReadOnlyList<BulkResponseItem> Items)
{
    /// <summary>One response for each write, in the order of the writes.</summary>
    /// <param name="target">The index or alias, for the message.</param>
    /// <exception cref="ElasticsearchUnavailableException">The request failed as a whole.</exception>
    public static List<WriteResponse> Split(ElasticsearchResponse response, IReadOnlyList<BulkWrite> writes, string target)
    {
        if (response.Status != HttpStatusCode.OK)
        {
            throw response.Unexpected(target);
        }

        var items = Parse(response.Body);
        var results = items.Zip(writes, (item, write) => write.IsDeletion ? item.Delete : item.Create ?? item.Index)
            .OfType<WriteResponse>().ToList();
        return results.Count == writes.Count && items.Count == writes.Count
            ? [.. results.Select(result => result with { Retried = response.Retried })]
            : throw new ElasticsearchUnavailableException($"Elasticsearch answered {results.Count} of {writes.Count} writes.");
    }

    private static IReadOnlyList<BulkResponseItem> Parse(byte[] body)
    {
        try
        {
            return JsonSerializer.Deserialize(body, BulkJson.Default.BulkResponse)?.Items ?? [];
        }
        catch (JsonException exception)
        {
            throw new ElasticsearchUnavailableException("Elasticsearch's response to a bulk request is not readable.", exception);
        }
    }
}

/// <summary>One write of a bulk response, under the name of its action.</summary>
public sealed record BulkResponseItem(WriteResponse? Create, WriteResponse? Index, WriteResponse? Delete);

/// <summary>What became of one write.</summary>
/// <param name="Status">
/// The write's own HTTP status: 200 and 201 written, 404 nothing to delete, 409 conflict, 429 and 5xx try again.
/// </param>
public sealed record WriteResponse(int Status, ErrorCause? Error)
{
    /// <summary>An earlier attempt got no response, and may have been carried out.</summary>
    [JsonIgnore]
    public bool Retried { get; init; }

    [JsonIgnore]
    public bool IsWritten => Status is 200 or 201;

    /// <summary>There was nothing to delete. A missing index has an error.</summary>
    [JsonIgnore]
    public bool IsNotFound => Status is 404 && Error is null;

    /// <summary>Another document was there first, or came in between.</summary>
    [JsonIgnore]
    public bool IsConflict => Status is 409;

    /// <summary>Another attempt may succeed. A block does not count: it lasts until the disk has room or a person removes it.</summary>
    [JsonIgnore]
    public bool IsRetryable => Status is 429 or 500 or 502 or 503 or 504 && Error?.Type is not "cluster_block_exception";
}
