using System.Net;
using System.Net.Http.Headers;
using Grpc.Protocol;

namespace Grpc.Net.Client;

/// <summary>A request body of unknown length, written by a function into the connection's own stream.</summary>
internal sealed class RequestContent : HttpContent
{
    private static readonly MediaTypeHeaderValue GrpcContentType = new(GrpcHeaders.ContentType);

    private readonly Func<Stream, CancellationToken, Task> _write;

    public RequestContent(Func<Stream, CancellationToken, Task> write)
    {
        _write = write;
        Headers.ContentType = GrpcContentType;
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        _write(stream, CancellationToken.None);

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        _write(stream, cancellationToken);

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
