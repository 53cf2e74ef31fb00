using System.Buffers;

namespace Elasticsearch.Client.Bulk;

/// <summary>The writes of one bulk request, and its body.</summary>
public sealed class BulkBatch(int maxWrites, int maxBytes)
{
    private readonly List<BulkWrite> _writes = [];
    private ArrayBufferWriter<byte> _body = new();

    public IReadOnlyList<BulkWrite> Writes => _writes;

    public ReadOnlyMemory<byte> Body => _body.WrittenMemory;

    /// <summary>The trace of the first write that has one: a request can bear one name only.</summary>
    public string? TraceId => _writes.Find(write => write.TraceId is not null)?.TraceId;

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

    /// <param name="sent">Whether the body arrived. If not, a connection may still read it, so it must never change again.</param>
    public void Clear(bool sent)
    {
        _writes.Clear();
        if (sent && _body.Capacity <= 2 * maxBytes)
        {
            _body.ResetWrittenCount();
        }
        else
        {
            _body = new();
        }
    }
}
