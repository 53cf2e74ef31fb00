using System.Text;
using Analyzer.Core;

namespace Analyzer.Storage.Elasticsearch.Bulk;

/// <summary>One write that waits for a bulk request: a line that says what to do, and the document.</summary>
internal sealed class BulkWrite
{
    private readonly TaskCompletionSource<WriteAnswer> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private BulkWrite(string action, ReadOnlyMemory<byte> document)
    {
        Action = Encoding.UTF8.GetBytes(action);
        Document = document;
    }

    public ReadOnlyMemory<byte> Action { get; }

    public ReadOnlyMemory<byte> Document { get; }

    public Task<WriteAnswer> Done => _done.Task;

    /// <summary>Conflicts when the id is there already.</summary>
    public static BulkWrite Create(FileId id, ReadOnlyMemory<byte> json) => new($$$"""{"create":{"_id":"{{{id}}}"}}""", json);

    /// <summary>Conflicts when the document is not the very one that was read with these two numbers.</summary>
    public static BulkWrite Replace(FileId id, ReadOnlyMemory<byte> json, long seqNo, long primaryTerm) =>
        new($$$"""{"index":{"_id":"{{{id}}}","if_seq_no":{{{seqNo}}},"if_primary_term":{{{primaryTerm}}}}}""", json);

    public void Complete(WriteAnswer answer) => _done.TrySetResult(answer);

    /// <param name="failure">Its text; each write gets an exception of its own, since each is thrown on a thread of its own.</param>
    public void Fail(Exception failure) => _done.TrySetException(new StoreUnavailableException(failure.Message, failure));
}
