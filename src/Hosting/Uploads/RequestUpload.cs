using Hosting.Errors;
using Hosting.Uploads.Multipart;

namespace Hosting.Uploads;

/// <summary>The upload in an HTTP request: the body is the file, or a form that holds it.</summary>
public static class RequestUpload
{
    /// <param name="request">The request, with its body unread.</param>
    /// <param name="early">Decides whether the response may be sent before the file is read.</param>
    /// <param name="sha256">The digest that the request declares by other means than Content-Digest: the one way for a form.</param>
    /// <param name="passwordHeader">The header field that a password for the file comes in; null when none is taken.</param>
    public static IUploadBody Upload(this HttpRequest request, EarlyResponses early, string? sha256, string? passwordHeader = null) =>
        MultipartBody.IsMultipart(request.ContentType)
            ? new MultipartBody(request, early, sha256, passwordHeader)
            : new RawBody(request, early, sha256, passwordHeader);

    /// <summary>Null when the body is not encoded, so that it has the file's own bytes.</summary>
    internal static Error? EncodingError(this HttpRequest request) =>
        request.Headers.ContentEncoding is [{ Length: > 0 } encoding] && encoding != "identity"
            ? new Error(ErrorKind.InvalidArgument, "Content-Encoding is not supported: send the file's own bytes.")
            : null;
}
