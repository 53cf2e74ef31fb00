using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>What Kestrel throws when a body is not well chunked, as a value.</summary>
internal static class ChunkErrors
{
    /// <param name="request">Whose body was read.</param>
    /// <param name="exception">The end of the read.</param>
    /// <returns>Null when it ended for another reason: the client is gone, or was too slow.</returns>
    public static Error? ChunkError(this HttpRequest request, Exception exception) => exception switch
    {
        IOException { InnerException: OverflowException } =>
            UploadErrors.Malformed("The request body is not well chunked: no chunk has that size."),

        // With a Content-Length only one thing can be wrong with the framing: the connection ended before it was reached.
        BadHttpRequestException malformed
            when request.ContentLength is null && !request.HttpContext.RequestAborted.IsCancellationRequested =>
            UploadErrors.Malformed($"The request body is not well chunked: {malformed.Message}"),
        _ => null,
    };
}
