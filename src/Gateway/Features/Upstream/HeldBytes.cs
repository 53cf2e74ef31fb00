using System.Buffers;

namespace Gateway.Features.Upstream;

/// <summary>The first bytes of a body as they were sent, in a pooled buffer, so that a small body can be sent again.</summary>
/// <param name="limit">A body with more bytes is not held.</param>
internal sealed class HeldBytes(int limit) : IDisposable
{
    private byte[] _buffer = [];
    private int _count;

    /// <summary>All bytes so far are held.</summary>
    public bool IsWhole { get; private set; } = true;

    public ReadOnlyMemory<byte> Bytes => _buffer.AsMemory(0, _count);

    public void Hold(ReadOnlySequence<byte> bytes)
    {
        IsWhole &= _count + bytes.Length <= limit;
        if (!IsWhole)
        {
            Dispose(); // the rest is useless without it
            return;
        }

        var length = (int)bytes.Length;
        if (_count + length > _buffer.Length)
        {
            var larger = ArrayPool<byte>.Shared.Rent(_count + length);
            Bytes.Span.CopyTo(larger);
            Return();
            _buffer = larger;
        }

        bytes.CopyTo(_buffer.AsSpan(_count));
        _count += length;
    }

    public void Dispose()
    {
        Return();
        (_buffer, _count) = ([], 0);
    }

    private void Return()
    {
        if (_buffer.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
        }
    }
}
