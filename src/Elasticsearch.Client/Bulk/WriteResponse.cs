using Elastic.Clients.Elasticsearch.Core.Bulk;

namespace Elasticsearch.Client.Bulk;

/// <summary>The outcome of one write.</summary>
/// <param name="Status">
/// The write's own HTTP status: 200 and 201 written, 404 nothing to delete, 409 conflict, 413 too large, 429 and 5xx try again.
/// </param>
/// <param name="ErrorType">Elasticsearch's name for the error; null when there is none.</param>
/// <param name="Reason">A sentence for a person.</param>
/// <param name="Retried">An earlier attempt got no response, and may have been carried out.</param>
public sealed record WriteResponse(int Status, string? ErrorType = null, string? Reason = null, bool Retried = false)
{
    public bool IsWritten => Status is 200 or 201;

    /// <summary>There was nothing to delete. A missing index has an error.</summary>
    public bool IsNotFound => Status is 404 && ErrorType is null;

    /// <summary>Another document was there first, or came in between.</summary>
    public bool IsConflict => Status is 409;

    /// <summary>Another attempt may succeed. A block does not count: it lasts until the disk has room or a person removes it.</summary>
    public bool IsRetryable => Status is 429 or 500 or 502 or 503 or 504 && ErrorType is not "cluster_block_exception";

    internal static WriteResponse From(ResponseItem item, bool retried) => new(item.Status, item.Error?.Type, item.Error?.Reason, retried);
}
