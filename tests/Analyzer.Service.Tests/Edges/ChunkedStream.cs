using System.Globalization;
using System.Text;

namespace Analyzer.Service.Tests.Edges;

/// <summary>Writes each piece as one chunk (RFC 9112, section 7.1).</summary>
internal sealed class ChunkedStream(Stream inner) : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (buffer.IsEmpty)
        {
            return; // an empty chunk would end the body
        }

        var size = Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{buffer.Length:x}\r\n"));
        await inner.WriteAsync((byte[])[.. size, .. buffer.Span, .. "\r\n"u8], cancellationToken);
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
