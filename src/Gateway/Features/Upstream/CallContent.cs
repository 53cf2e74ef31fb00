using System.Net;

namespace Gateway.Features.Upstream;

/// <summary>The body of a call, for <see cref="HttpClient"/>.</summary>
internal sealed class CallContent : HttpContent
{
    private readonly ICallBody _body;
    private readonly StoppingBodies _stopping;
    private readonly CancellationToken _call;

    public CallContent(UpstreamCall call, StoppingBodies stopping, CancellationToken cancellationToken)
    {
        (_body, _stopping, _call) = (call.Body, stopping, cancellationToken);
        Headers.TryAddWithoutValidation("content-type", call.ContentType);
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, _call);

    /// <remarks>
    /// The handler calls it a second time when a connection was closed before it took the stream (GOAWAY, REFUSED_STREAM).
    /// </remarks>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        if (!_body.IsWhole)
        {
            throw new IOException("The body cannot be sent again: its first part is no longer held.");
        }

        var sending = _body.SendAsync(stream, cancellationToken);
        _stopping.Watch(sending, cancellationToken);
        return sending;
    }

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
