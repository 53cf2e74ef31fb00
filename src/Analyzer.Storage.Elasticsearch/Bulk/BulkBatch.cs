using System.Buffers;

namespace Analyzer.Storage.Elasticsearch.Bulk;

/// <summary>The writes of one bulk request, and its body.</summary>
internal sealed class BulkBatch(int maxWrites, int maxBytes)
{
    private readonly List<BulkWrite> _writes = [];
    private ArrayBufferWriter<byte> _body = new();

    public IReadOnlyList<BulkWrite> Writes => _writes;

    public ReadOnlyMemory<byte> Body => _body.WrittenMemory;

    public bool IsFull => _writes.Count >= maxWrites || _body.WrittenCount >= maxBytes;

    public void Add(BulkWrite write)
    {
        _writes.Add(write);
        _body.Write(write.Action.Span);
        _body.Write("\n"u8);
        _body.Write(write.Document.Span);
        _body.Write("\n"u8);
    }

    /// <param name="sent">The body arrived. Otherwise a connection may still read from it, and it must never change again.</param>
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
