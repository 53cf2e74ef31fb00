using System.Net;
using System.Net.Http.Headers;

namespace Analyzer.Service.Tests.Edges;

/// <summary>A body that is sent piece by piece; with a declared length it lies when the pieces have another.</summary>
internal sealed class PiecesContent : HttpContent
{
    private readonly IAsyncEnumerable<byte[]> _pieces;
    private readonly long? _length;

    public PiecesContent(IAsyncEnumerable<byte[]> pieces, long? length)
    {
        (_pieces, _length) = (pieces, length);
        Headers.ContentType = new MediaTypeHeaderValue("application/pdf");
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        await foreach (var piece in _pieces.WithCancellation(cancellationToken))
        {
            await stream.WriteAsync(piece, cancellationToken);
            await stream.FlushAsync(cancellationToken);
        }
    }

    protected override bool TryComputeLength(out long length)
    {
        length = _length ?? 0;
        return _length is not null;
    }
}
