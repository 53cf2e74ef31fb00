using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>The request body is the file: Kestrel's own receive buffers go to the analysis, without a copy.</summary>
internal sealed class RawBody(HttpRequest request, EarlyResponses early, string? sha256, string? passwordHeader) : IUploadBody
{
    private readonly PipeReader _reader = request.BodyReader;
    private SequencePosition? _handedOut;

    public string? Password { get; private set; }

    public bool MayHavePassword => Password is not null;

    public ConnectionWindow? Window => early.WindowOf(request.HttpContext);

    public ValueTask<Result<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken)
    {
        if (request.EncodingError() is { } encoded)
        {
            return new(encoded);
        }

        if (!ContentDigest.TryParse(request.Headers[ContentDigest.HeaderName], out var digest))
        {
            return new(new Error(
                ErrorKind.InvalidArgument, "Content-Digest has to be sha-256=:BASE64: with the 32 bytes of a SHA-256 (RFC 9530)."));
        }

        if (SentPassword.Read(request, passwordHeader).IsError(out var refused, out var password))
        {
            return new(refused);
        }

        Password = password.Text;
        return new(new UploadDeclaration(sha256 ?? digest, request.ContentLength));
    }

    public void RespondEarly() => EarlyResponses.Begin(request.HttpContext);

    /// <summary>Kestrel sends 100 Continue by itself, at the first read.</summary>
    public ValueTask ContinueAsync() => ValueTask.CompletedTask;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a file
    public async ValueTask<UploadChunk> ReadAsync(CancellationToken cancellationToken)
    {
        Dispose();
        try
        {
            var read = await _reader.ReadInOrderAsync(cancellationToken);
            _handedOut = read.Buffer.End;
            return read is { IsCompleted: true, Buffer.IsEmpty: true } ? UploadChunk.End : read.Buffer;
        }
        catch (IOException ended) when (request.ChunkError(ended) is { } malformed)
        {
            return malformed;
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
