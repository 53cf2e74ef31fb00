using System.Buffers;
using Hosting.Uploads;

namespace Journal.Features.Streams;

/// <summary>The bytes of a connection that are not understood yet, in one piece. They share the room of all requests' bodies.</summary>
internal sealed class ReceiveBuffer(int maxBytes, BodyRoom room) : IDisposable
{
    private const int FirstBytes = 16 << 10;

    private byte[] _bytes = [];
    private int _start;
    private int _end;

    public ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(_start, _end - _start);

    /// <returns>Null when the bytes have room; otherwise why not.</returns>
    public string? Append(in ReadOnlySequence<byte> bytes)
    {
        var length = Bytes.Length + bytes.Length;
        if (length > _bytes.Length - _start)
        {
            if (length > maxBytes + (long)FirstBytes)
            {
                return $"A message is longer than {maxBytes} bytes (Journal:MaxBodyBytes): send smaller chunks.";
            }

            if (!TryMove((int)length))
            {
                return "Too many bytes of other senders wait for the disk.";
            }
        }

        bytes.CopyTo(_bytes.AsSpan(_end));
        _end += (int)bytes.Length;
        return null;
    }

    /// <summary>The first bytes are done with.</summary>
    public void Consume(int count)
    {
        _start += count;
        if (_start == _end)
        {
            (_start, _end) = (0, 0);
            if (_bytes.Length > FirstBytes)
            {
                Dispose(); // a silent connection keeps little
            }
        }
    }

    public void Dispose()
    {
        room.Return(_bytes.Length);
        (_bytes, _start, _end) = ([], 0, 0);
    }

    /// <summary>Moves the bytes to the front, of a longer array if they need one.</summary>
    private bool TryMove(int needed)
    {
        var old = _bytes;
        if (needed > old.Length)
        {
            var size = Math.Max(Math.Max(FirstBytes, needed), (int)Math.Min(2L * old.Length, maxBytes + (long)FirstBytes));
            if (room.Take(size) is not null)
            {
                return false;
            }

            _bytes = GC.AllocateUninitializedArray<byte>(size);
        }

        old.AsSpan(_start, _end - _start).CopyTo(_bytes);
        (_start, _end) = (0, _end - _start);
        room.Return(ReferenceEquals(old, _bytes) ? 0 : old.Length);
        return true;
    }
}
