using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Elasticsearch.Client.Transport;

namespace Elasticsearch.Client.Bulk;

/// <summary>A write that waits for a bulk request: one line with the action, and one with the document, which a deletion lacks.</summary>
public sealed class BulkWrite
{
    private readonly TaskCompletionSource<WriteResponse> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private BulkWrite(string action, ReadOnlyMemory<byte> document)
    {
        Action = Encoding.UTF8.GetBytes(action);
        Document = document;
    }

    public ReadOnlyMemory<byte> Action { get; }

    public ReadOnlyMemory<byte> Document { get; }

    public bool IsDeletion => Document.IsEmpty;

    public Task<WriteResponse> Done => _done.Task;

    /// <summary>The call for which the write was made; null outside of one.</summary>
    public ActivityContext? Cause { get; } = Activity.Current?.Context;

    /// <summary>Conflicts when a document with this id exists.</summary>
    public static BulkWrite Create(string id, ReadOnlyMemory<byte> json) =>
        new($$$"""{"create":{"_id":"{{{JsonEncodedText.Encode(id)}}}"}}""", json);

    /// <summary>Conflicts when the document has changed since it was read with these two numbers.</summary>
    public static BulkWrite Replace(string id, ReadOnlyMemory<byte> json, long seqNo, long primaryTerm) =>
        new($$$"""{"index":{{{Version(id, seqNo, primaryTerm)}}}}""", json);

    /// <summary>Says "not found" when there is no such document.</summary>
    public static BulkWrite Delete(string id) => new($$$"""{"delete":{"_id":"{{{JsonEncodedText.Encode(id)}}}"}}""", default);

    /// <summary>Conflicts when the document has changed since it was found with these two numbers.</summary>
    public static BulkWrite Delete(string id, long seqNo, long primaryTerm) =>
        new($$$"""{"delete":{{{Version(id, seqNo, primaryTerm)}}}}""", default);

    public void Complete(WriteResponse response) => _done.TrySetResult(response);

    /// <param name="failure">Becomes the inner exception: each write needs its own, since each is thrown on another thread.</param>
    public void Fail(Exception failure) => _done.TrySetException(new ElasticsearchUnavailableException(failure.Message, failure));

    private static string Version(string id, long seqNo, long primaryTerm) =>
        $$"""{"_id":"{{JsonEncodedText.Encode(id)}}","if_seq_no":{{seqNo}},"if_primary_term":{{primaryTerm}}}""";
}
