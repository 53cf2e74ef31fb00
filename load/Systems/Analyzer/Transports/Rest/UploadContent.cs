using System.Net;
using System.Net.Http.Headers;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>A file as a raw body. The handler is given the file's own memory: nothing is copied, and the length is declared.</summary>
internal sealed class UploadContent : HttpContent
{
    private static readonly MediaTypeHeaderValue Pdf = new("application/pdf");

    private readonly Upload _upload;
    private readonly Func<Task>? _abort;

    /// <param name="upload">The file.</param>
    /// <param name="abort">Called in the middle of the body; it ends the request.</param>
    public UploadContent(Upload upload, Func<Task>? abort = null)
    {
        (_upload, _abort) = (upload, abort);
        Headers.ContentType = Pdf;
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        if (_abort is not null)
        {
            await stream.WriteAsync(_upload.Head[..(_upload.Head.Length / 2)], cancellationToken);
            await stream.FlushAsync(cancellationToken);
            await _abort();
            cancellationToken.ThrowIfCancellationRequested();
        }

        await stream.WriteAsync(_upload.Head, cancellationToken);
        if (!_upload.Tail.IsEmpty)
        {
            await stream.WriteAsync(_upload.Tail, cancellationToken);
        }
    }

    protected override bool TryComputeLength(out long length)
    {
        length = _upload.Size;
        return true;
    }
}
