using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>Turns Kestrel's exceptions for a malformed chunked body into an error.</summary>
internal static class ChunkErrors
{
    /// <param name="request">The request whose body was read.</param>
    /// <param name="exception">The exception that ended the read.</param>
    /// <returns>Null for another reason: the client is gone, or was too slow.</returns>
    public static Error? ChunkError(this HttpRequest request, Exception exception) => exception switch
    {
        IOException { InnerException: OverflowException } =>
            UploadErrors.Malformed("The request body is not well chunked: a chunk size is invalid."),

        // With a Content-Length only one framing error is possible: the connection ended early.
        BadHttpRequestException malformed
            when request.ContentLength is null && !request.HttpContext.RequestAborted.IsCancellationRequested =>
            UploadErrors.Malformed($"The request body is not well chunked: {malformed.Message}"),
        _ => null,
    };
}
