using System.Buffers;
using System.Runtime.CompilerServices;
using Analyzer.Service.Features.Refusals;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Net.Http.Headers;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// multipart/form-data (RFC 7578) with exactly one file, streamed: no <c>IFormFile</c>, no temporary file. Small fields beside the
/// file are passed over.
/// </summary>
internal sealed class MultipartBody(HttpRequest request, EarlyAnswers early) : IUploadBody
{
    private const int BufferBytes = 64 * 1024;
    private const int MaxFieldBytes = 64 * 1024;
    private const int MaxSections = 16;
    private const int MaxBoundaryLength = 70; // RFC 2046, section 5.1.1

    private readonly byte[] _buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
    private MultipartReader? _reader;
    private MultipartSection? _file;
    private bool _fileEnded;
    private int _sections;

    public ValueTask<Outcome<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken)
    {
        if (request.EncodingRefusal() is { } encoded)
        {
            return new(encoded);
        }

        var boundary = MediaTypeHeaderValue.TryParse(request.ContentType, out var type) ? HeaderUtilities.RemoveQuotes(type.Boundary) : default;
        if (boundary.Length is 0 or > MaxBoundaryLength)
        {
            return new(Refusal.Malformed($"A multipart body needs a 'boundary' of 1 to {MaxBoundaryLength} characters in its Content-Type."));
        }

        _reader = new MultipartReader(boundary.ToString(), request.Body, BufferBytes);

        // Content-Length and Content-Digest speak of the whole form, not of the file in it.
        return new(new UploadDeclaration(request.DeclaredSha256(), Length: null));
    }

    public bool TryAnswerEarly() => early.TryTake(request.HttpContext, patient: false);

    /// <summary>Kestrel says 100 Continue by itself, at the first read.</summary>
    public ValueTask InviteAsync() => ValueTask.CompletedTask;

    public static bool IsMultipart(string? contentType) =>
        contentType is not null && contentType.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per piece of a file
    public async ValueTask<UploadPiece> ReadAsync(CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                if (_file is not null && !_fileEnded)
                {
                    var count = await _file.Body.ReadAsync(_buffer, cancellationToken);
                    if (count > 0)
                    {
                        return new ReadOnlySequence<byte>(_buffer, 0, count);
                    }

                    _fileEnded = true;
                }

                if (await _reader!.ReadNextSectionAsync(cancellationToken) is not { } section)
                {
                    return _file is null ? Refusal.Malformed("There is no file in the form: send one part with a 'filename'.") : UploadPiece.End;
                }

                if (await TakeAsync(section, cancellationToken) is { } refusal)
                {
                    return refusal;
                }
            }
        }
        catch (Exception malformed) when (malformed is IOException or InvalidDataException && !request.HttpContext.RequestAborted.IsCancellationRequested)
        {
            return Refusal.Malformed($"The multipart body is not well formed: {malformed.Message}");
        }
    }

    public void Dispose() => ArrayPool<byte>.Shared.Return(_buffer);

    private async ValueTask<Refusal?> TakeAsync(MultipartSection section, CancellationToken cancellationToken)
    {
        if (++_sections > MaxSections)
        {
            return Refusal.Malformed($"A form may have {MaxSections} parts.");
        }

        if (section.GetContentDispositionHeader()?.IsFileDisposition() == true)
        {
            if (_file is not null)
            {
                return Refusal.Malformed("There are two files in the form: send one at a time.");
            }

            _file = section;
            return null;
        }

        for (var skipped = 0; ;)
        {
            var count = await section.Body.ReadAsync(_buffer, cancellationToken);
            if (count == 0)
            {
                return null;
            }

            if ((skipped += count) > MaxFieldBytes)
            {
                return Refusal.Malformed($"A field beside the file may have {MaxFieldBytes} bytes.");
            }
        }
    }
}
