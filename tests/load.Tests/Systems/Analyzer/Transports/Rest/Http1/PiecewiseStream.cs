namespace Load.Tests.Systems.Analyzer.Transports.Rest.Http1;

/// <summary>Data that comes in pieces of given lengths, then in one piece, and ends.</summary>
internal sealed class PiecewiseStream(byte[] data, params int[] pieces) : Stream
{
    private int _position;
    private int _piece;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => data.Length;

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(Read(buffer.Span));

    public override int Read(Span<byte> buffer)
    {
        var piece = _piece < pieces.Length ? pieces[_piece++] : data.Length;
        var count = Math.Min(Math.Min(piece, buffer.Length), data.Length - _position);
        data.AsSpan(_position, count).CopyTo(buffer);
        _position += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
