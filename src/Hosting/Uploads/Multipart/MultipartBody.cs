using System.Buffers;
using System.Runtime.CompilerServices;
using Hosting.Errors;
using Microsoft.Net.Http.Headers;

namespace Hosting.Uploads.Multipart;

/// <summary>
/// multipart/form-data (RFC 7578) with exactly one file, streamed: no <c>IFormFile</c>, no temporary file. A field <c>password</c> before
/// it is the file's; other small fields beside the file are skipped.
/// </summary>
internal sealed class MultipartBody(HttpRequest request, EarlyResponses early, string? sha256, string? passwordHeader) : IUploadBody
{
    private const int MaxFieldBytes = 64 * 1024;
    private const int MaxParts = 16;
    private const int MaxBoundaryLength = 70; // RFC 2046, section 5.1.1

    private PartReader? _parts;
    private int _partCount;
    private bool _fileBegun;
    private bool _fileEnded;

    public string? Password { get; private set; }

    // A field may bring it.
    public bool MayHavePassword => passwordHeader is not null;

    public ConnectionWindow? Window => early.WindowOf(request.HttpContext);

    public ValueTask<Result<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken)
    {
        if (request.EncodingError() is { } encoded)
        {
            return new(encoded);
        }

        var boundary = MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
            ? HeaderUtilities.RemoveQuotes(type.Boundary)
            : default;
        if (boundary.Length is 0 or > MaxBoundaryLength)
        {
            return new(UploadErrors.Malformed(
                $"A multipart body needs a 'boundary' of 1 to {MaxBoundaryLength} characters in its Content-Type."));
        }

        if (SentPassword.Read(request, passwordHeader).IsError(out var refused, out var password))
        {
            return new(refused);
        }

        Password = password.Text;
        _parts = new PartReader(request.BodyReader, boundary.ToString());

        // Content-Length and Content-Digest describe the whole form, not the file in it.
        return new(new UploadDeclaration(sha256, Length: null));
    }

    public void RespondEarly() => EarlyResponses.Begin(request.HttpContext);

    /// <summary>Kestrel sends 100 Continue by itself, at the first read.</summary>
    public ValueTask ContinueAsync() => ValueTask.CompletedTask;

    public static bool IsMultipart(string? contentType) =>
        contentType is not null && contentType.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a file
    public async ValueTask<UploadChunk> ReadAsync(CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                if (_fileBegun && !_fileEnded)
                {
                    if (await _parts!.ReadAsync(cancellationToken) is { IsEmpty: false } bytes)
                    {
                        return bytes;
                    }

                    _fileEnded = true;
                }

                if (!await _parts!.NextAsync(cancellationToken))
                {
                    return _fileBegun
                        ? UploadChunk.End
                        : UploadErrors.Malformed("The form holds no file: send one part with a 'filename'.");
                }

                if (await TakePartAsync(_parts, cancellationToken) is { } refusal)
                {
                    return refusal;
                }
            }
        }
        catch (Exception malformed) when (malformed is IOException or InvalidDataException
            && !request.HttpContext.RequestAborted.IsCancellationRequested)
        {
            return UploadErrors.Malformed($"The multipart body is not well formed: {malformed.Message}");
        }
    }

    public void Dispose() => _parts?.Release();

    private async ValueTask<Error?> TakePartAsync(PartReader parts, CancellationToken cancellationToken)
    {
        if (++_partCount > MaxParts)
        {
            return UploadErrors.Malformed($"A form may have at most {MaxParts} parts.");
        }

        if (parts.Disposition?.IsFileDisposition() == true)
        {
            if (_fileBegun)
            {
                return UploadErrors.Malformed("The form holds two files: send one at a time.");
            }

            _fileBegun = true;
            return null;
        }

        if (passwordHeader is not null && parts.Disposition?.Name.Equals(SentPassword.Field, StringComparison.Ordinal) == true)
        {
            return await TakePasswordAsync(parts, cancellationToken);
        }

        for (var skipped = 0L; await parts.ReadAsync(cancellationToken) is { IsEmpty: false } field;)
        {
            if ((skipped += field.Length) > MaxFieldBytes)
            {
                return UploadErrors.Malformed($"A field of the form may have at most {MaxFieldBytes} bytes.");
            }
        }

        return null;
    }

    private async ValueTask<Error?> TakePasswordAsync(PartReader parts, CancellationToken cancellationToken)
    {
        if (_fileBegun)
        {
            return UploadErrors.Malformed("The password came behind the file, which was read without it: send the field before the file.");
        }

        var bytes = new ArrayBufferWriter<byte>(SentPassword.MaxBytes);
        while (await parts.ReadAsync(cancellationToken) is { IsEmpty: false } field)
        {
            if (bytes.WrittenCount + field.Length > SentPassword.MaxBytes)
            {
                return SentPassword.TooLong;
            }

            bytes.Write(field.ToArray());
        }

        return SentPassword.Read(bytes.WrittenSpan).IsError(out var refused, out var password) ? refused : Take(password);
    }

    private Error? Take(SentPassword password)
    {
        Password = password.Text ?? Password;
        return null;
    }
}
