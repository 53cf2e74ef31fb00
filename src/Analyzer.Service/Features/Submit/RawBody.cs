using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Analyzer.Service.Features.Refusals;

namespace Analyzer.Service.Features.Submit;

/// <summary>The request body is the file: Kestrel's own receive buffers go to the analysis, nothing is copied.</summary>
internal sealed class RawBody(HttpRequest request, EarlyAnswers early) : IUploadBody
{
    private readonly PipeReader _reader = request.BodyReader;
    private SequencePosition? _handedOut;

    public ValueTask<Outcome<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken)
    {
        if (request.EncodingRefusal() is { } encoded)
        {
            return new(encoded);
        }

        if (!ContentDigest.TryParse(request.Headers[ContentDigest.HeaderName], out var digest))
        {
            return new(Refusal.InvalidArgument("Content-Digest has to be sha-256=:BASE64: with the 32 bytes of a SHA-256 (RFC 9530)."));
        }

        return new(new UploadDeclaration(request.DeclaredSha256() ?? digest, request.ContentLength));
    }

    public bool TryAnswerEarly() => early.TryTake(request.HttpContext, patient: false);

    /// <summary>Kestrel says 100 Continue by itself, at the first read.</summary>
    public ValueTask InviteAsync() => ValueTask.CompletedTask;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per piece of a file
    public async ValueTask<UploadPiece> ReadAsync(CancellationToken cancellationToken)
    {
        Dispose();
        try
        {
            var read = await _reader.ReadAsync(cancellationToken);
            _handedOut = read.Buffer.End;
            return read is { IsCompleted: true, Buffer.IsEmpty: true } ? UploadPiece.End : read.Buffer;
        }
        catch (BadHttpRequestException ended) when (request.ContentLength is not null || request.HttpContext.RequestAborted.IsCancellationRequested)
        {
            // With a Content-Length nothing can be wrong with the framing but that the connection ended before it was reached.
            throw new IOException("The connection ended in the middle of the body.", ended);
        }
        catch (BadHttpRequestException malformed)
        {
            return Refusal.Malformed($"The request body is not well chunked: {malformed.Message}");
        }
    }

    public void Dispose()
    {
        if (_handedOut is { } position)
        {
            _reader.AdvanceTo(position);
            _handedOut = null;
        }
    }
}
