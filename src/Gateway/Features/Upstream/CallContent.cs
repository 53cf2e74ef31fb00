using System.Net;

namespace Gateway.Features.Upstream;

/// <summary>The body of a call, for <see cref="HttpClient"/>.</summary>
internal sealed class CallContent : HttpContent
{
    private readonly ICallBody _body;
    private readonly CancellationToken _call;

    public CallContent(UpstreamCall call, CancellationToken cancellationToken)
    {
        (_body, _call) = (call.Body, cancellationToken);
        Headers.TryAddWithoutValidation("content-type", call.ContentType);
    }

    /// <summary>The handler has sent the headers, and asked for the body.</summary>
    public bool HasBegun { get; private set; }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, _call);

    /// <remarks>
    /// The handler calls it a second time when a connection was closed before it took the stream (GOAWAY, REFUSED_STREAM).
    /// </remarks>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        HasBegun = true;
        if (!_body.IsWhole)
        {
            throw new IOException("The body cannot be sent again: its first part is no longer held.");
        }

        return _body.SendAsync(stream, cancellationToken);
    }

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
