using System.Buffers;

namespace Kafka.Client.Native;

/// <summary>Bytes that librdkafka owns, as memory. Each place of a batch has one, so that none is made for a message.</summary>
internal sealed unsafe class NativeBytes : MemoryManager<byte>
{
    private byte* _start;
    private int _length;

    public ReadOnlyMemory<byte> Over(nint start, nuint length)
    {
        _start = (byte*)start;
        _length = checked((int)length);
        return CreateMemory(_length);
    }

    public override Span<byte> GetSpan() => new(_start, _length);

    public override MemoryHandle Pin(int elementIndex = 0) => new(_start + elementIndex); // it does not move

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing)
    {
    }
}
