using System.IO.Pipelines;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Requests;

/// <summary>
/// The body of a response to HEAD: whatever is written starts the response, and goes nowhere. Over HTTP/2 and HTTP/3 Kestrel sends what an
/// endpoint writes through the response's PipeWriter, as texts and JSON are, and clients take that for an error of the protocol
/// (RFC 9110, section 9.3.2).
/// </summary>
/// <param name="inner">The server's own, which sends the head.</param>
internal sealed class NoBody(IHttpResponseBodyFeature inner) : SequentialStream, IHttpResponseBodyFeature
{
    private PipeWriter? _writer;

    public Stream Stream => this;

    public PipeWriter Writer => _writer ??= PipeWriter.Create(this, new StreamPipeWriterOptions(leaveOpen: true));

    public override bool CanRead => false;

    public override bool CanWrite => true;

    public void DisableBuffering() => inner.DisableBuffering();

    public Task StartAsync(CancellationToken cancellationToken = default) => inner.StartAsync(cancellationToken);

    public Task SendFileAsync(string path, long offset, long? count, CancellationToken cancellationToken = default) =>
        inner.StartAsync(cancellationToken);

    public Task CompleteAsync() => inner.CompleteAsync();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        new(inner.StartAsync(cancellationToken));

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        inner.StartAsync(cancellationToken);

    public override Task FlushAsync(CancellationToken cancellationToken) => inner.StartAsync(cancellationToken);

    public override void Flush()
    {
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
