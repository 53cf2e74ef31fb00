namespace Hosting.Requests;

/// <summary>A stream that is read or written in order: it has no length and no position, as a connection has none.</summary>
public abstract class SequentialStream : Stream
{
    public sealed override bool CanSeek => false;

    public sealed override long Length => throw new NotSupportedException();

    public sealed override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public sealed override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public sealed override void SetLength(long value) => throw new NotSupportedException();
}
