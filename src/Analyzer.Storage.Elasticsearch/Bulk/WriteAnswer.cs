using System.Text.Json.Serialization;
using Analyzer.Storage.Elasticsearch.Transport;

namespace Analyzer.Storage.Elasticsearch.Bulk;

/// <summary>What became of one write.</summary>
/// <param name="Status">As an HTTP status: 201 and 200 written, 409 conflict, 429 and 5xx not now.</param>
internal sealed record WriteAnswer(int Status, ErrorCause? Error)
{
    /// <summary>An attempt before this one got no answer, and may have had its effect.</summary>
    [JsonIgnore]
    public bool Retried { get; init; }

    [JsonIgnore]
    public bool IsWritten => Status is 200 or 201;

    /// <summary>Another report was there first, or came between.</summary>
    [JsonIgnore]
    public bool IsConflict => Status is 409;

    /// <summary>Worth another attempt. A block is not: an index is blocked by a full disk, or by a person.</summary>
    [JsonIgnore]
    public bool IsNotNow => Status is 429 or 500 or 502 or 503 or 504 && Error?.Type is not "cluster_block_exception";
}
