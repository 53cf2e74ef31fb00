using Grpc.Core;
using Hosting.Errors;
using Microsoft.Extensions.Primitives;

namespace Hosting.Requests;

/// <summary>
/// Refuses bodies whose framing another server could read in another way (RFC 9112, section 6): by a transfer coding that Kestrel ignores,
/// since it looks at the last one only, or by two lengths. The connection ends with such a request.
/// </summary>
internal static class TransferCodings
{
    private const string Chunked = "chunked";

    /// <summary>Kestrel renames the Content-Length of a chunked request, which it does not use.</summary>
    private const string UnusedLength = "X-Content-Length";

    private static readonly Error Unknown = new(
        new("transfer-coding", "The transfer coding is not known", StatusCodes.Status501NotImplemented, StatusCode.Unimplemented),
        "The only Transfer-Encoding that this host decodes is chunked. Send the body without another coding.");

    private static readonly ErrorKind TwoMeanings = new(
        "ambiguous-length", "The length of the body is ambiguous", StatusCodes.Status400BadRequest, StatusCode.Internal);

    private static readonly Error Twice = new(TwoMeanings, "Transfer-Encoding names chunked more than once. Name it once, at the end.");

    private static readonly Error Both = new(
        TwoMeanings, "The request has a Transfer-Encoding and a Content-Length. Send one of them: they may contradict each other.");

    private static readonly Error NotHere = new(
        TwoMeanings, "Only HTTP/1.1 has a Transfer-Encoding. Send the request without it; over HTTP/1.0 with a Content-Length.");

    /// <returns>Null when the request may go on.</returns>
    public static Error? Check(HttpRequest request)
    {
        var codings = request.Headers.TransferEncoding;
        return codings.Count == 0 ? null
            : Problem(codings)
            ?? (!HttpProtocol.IsHttp11(request.Protocol) ? NotHere : request.Headers.ContainsKey(UnusedLength) ? Both : null);
    }

    // Kestrel passes over empty elements of the list too: ", chunked" is chunked.
    private static Error? Problem(StringValues codings)
    {
        if (codings is [{ } only] && only.Equals(Chunked, StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        var names = codings.ToString().Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        return Array.Exists(names, name => !name.Equals(Chunked, StringComparison.OrdinalIgnoreCase)) ? Unknown
            : names.Length > 1 ? Twice
            : null;
    }
}
