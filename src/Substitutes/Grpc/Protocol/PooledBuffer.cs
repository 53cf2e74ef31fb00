using System.Buffers;

namespace Grpc.Protocol;

/// <summary>One growing array from the shared pool, kept from message to message.</summary>
internal sealed class PooledBuffer : IBufferWriter<byte>, IDisposable
{
    private const int MinimumSize = 512;

    private byte[] _array = [];

    /// <summary>Bytes written since the last <see cref="Clear"/>.</summary>
    public int Length { get; private set; }

    public Memory<byte> Written => _array.AsMemory(0, Length);

    public void Clear() => Length = 0;

    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, _array.Length - Length);
        Length += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _array.AsMemory(Length);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _array.AsSpan(Length);
    }

    /// <summary>Room for so many bytes more; at least doubling, so that growing costs no more than one copy of everything.</summary>
    public void Reserve(int count)
    {
        if (count <= _array.Length - Length)
        {
            return;
        }

        var wanted = Math.Max((long)Length + count, Math.Min(2L * _array.Length, Array.MaxLength));
        var larger = ArrayPool<byte>.Shared.Rent((int)Math.Clamp(wanted, MinimumSize, Array.MaxLength));
        _array.AsSpan(0, Length).CopyTo(larger);
        Return();
        _array = larger;
    }

    public void Dispose()
    {
        Return();
        _array = [];
        Length = 0;
    }

    private void Return()
    {
        if (_array.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_array);
        }
    }
}
