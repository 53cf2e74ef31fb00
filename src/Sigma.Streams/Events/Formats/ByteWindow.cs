namespace Sigma.Streams.Events.Formats;

/// <summary>A part of a stream in memory, which moves on.</summary>
internal sealed class ByteWindow(Stream stream)
{
    private const int BlockBytes = 64 * 1024;

    private byte[] _buffer = new byte[BlockBytes];
    private int _start;
    private int _end;

    /// <summary>The offset of the first byte of <see cref="Rest"/>.</summary>
    public long Offset { get; private set; }

    public bool IsAtEnd { get; private set; }

    public ReadOnlySpan<byte> Rest => _buffer.AsSpan(_start, _end - _start);

    public void Advance(int bytes)
    {
        _start += bytes;
        Offset += bytes;
    }

    /// <summary>Reads on; returned spans are invalid then.</summary>
    public void Fill()
    {
        var rest = _end - _start;
        var buffer = rest * 2 > _buffer.Length ? new byte[rest * 2] : _buffer;
        _buffer.AsSpan(_start, rest).CopyTo(buffer);
        (_buffer, _start, _end) = (buffer, 0, rest);
        var read = stream.Read(_buffer, _end, _buffer.Length - _end);
        _end += read;
        IsAtEnd = read == 0;
    }
}
