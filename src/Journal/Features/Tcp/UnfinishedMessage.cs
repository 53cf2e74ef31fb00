using System.Buffers;

namespace Journal.Features.Tcp;

/// <summary>A copy of the bytes after the last whole message: a connection that is reset takes its own buffer with it.</summary>
internal sealed class UnfinishedMessage : IDisposable
{
    private byte[] _bytes = [];
    private int _length;

    public ReadOnlySequence<byte> Bytes => new(_bytes, 0, _length);

    public void Keep(ReadOnlySequence<byte> bytes)
    {
        _length = (int)bytes.Length;
        if (_length > _bytes.Length)
        {
            Return();
            _bytes = ArrayPool<byte>.Shared.Rent(_length);
        }

        bytes.CopyTo(_bytes);
    }

    public void Dispose() => Return();

    private void Return()
    {
        if (_bytes.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
            _bytes = [];
        }
    }
}
