using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace Load.Transports.Rest;

/// <summary>A file as the only part of a form (RFC 7578), its length declared.</summary>
internal sealed class FormContent : HttpContent
{
    private const string Boundary = "lab-4b1f0c6d";

    private static readonly byte[] Before = Encoding.ASCII.GetBytes(
        $"--{Boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"sample.pdf\"\r\nContent-Type: application/pdf\r\n\r\n");

    private static readonly byte[] After = Encoding.ASCII.GetBytes($"\r\n--{Boundary}--\r\n");

    private readonly UploadContent _file;

    public FormContent(UploadContent file)
    {
        _file = file;
        Headers.ContentType = MediaTypeHeaderValue.Parse($"multipart/form-data; boundary={Boundary}");
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        await stream.WriteAsync(Before, cancellationToken);
        await _file.CopyToAsync(stream, context, cancellationToken);
        await stream.WriteAsync(After, cancellationToken);
    }

    protected override bool TryComputeLength(out long length)
    {
        length = Before.Length + _file.Headers.ContentLength!.Value + After.Length;
        return true;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _file.Dispose();
        }

        base.Dispose(disposing);
    }
}
