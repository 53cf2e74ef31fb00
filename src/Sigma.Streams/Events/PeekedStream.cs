using Hosting.Requests;

namespace Sigma.Streams.Events;

/// <summary>A stream whose beginning may be looked at before it is read.</summary>
internal sealed class PeekedStream(Stream inner) : SequentialStream
{
    private byte[] _begin = [];
    private int _given;

    public override bool CanRead => true;

    public override bool CanWrite => false;

    /// <returns>The first bytes; fewer if there are no more.</returns>
    public ReadOnlySpan<byte> Begin(int count)
    {
        if (_begin.Length < count && _given == 0)
        {
            var begin = new byte[count];
            _begin.CopyTo(begin, 0);
            var read = inner.ReadAtLeast(begin.AsSpan(_begin.Length), count - _begin.Length, throwOnEndOfStream: false);
            _begin = begin[..(_begin.Length + read)];
        }

        return _begin.AsSpan(0, Math.Min(count, _begin.Length));
    }

    public override int Read(Span<byte> buffer)
    {
        if (_given == _begin.Length)
        {
            return inner.Read(buffer);
        }

        var count = Math.Min(buffer.Length, _begin.Length - _given);
        _begin.AsSpan(_given, count).CopyTo(buffer);
        _given += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
        }

        base.Dispose(disposing);
    }
}
