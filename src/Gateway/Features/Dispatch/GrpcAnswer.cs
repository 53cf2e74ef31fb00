using System.Globalization;
using Gateway.Features.Upstream;
using Grpc.Core;
using Hosting.Errors;

namespace Gateway.Features.Dispatch;

/// <summary>The status at the end of a response.</summary>
/// <param name="Status">Null when there was none: then the other side is not a gRPC server.</param>
/// <param name="Error">Null on success.</param>
/// <param name="Pushback">How long the backend asks this client, or all clients, to wait; null when it does not.</param>
internal readonly record struct GrpcAnswer(StatusCode? Status, Error? Error, TimeSpan? Pushback)
{
    public const string StatusName = "grpc-status";
    public const string MessageName = "grpc-message";

    /// <summary>How long to wait before this call is sent again, if its route repeats it; null when the backend does not say.</summary>
    public TimeSpan? Pause { get; private init; }

    /// <summary>
    /// The pushback is present but is not a number of milliseconds (-1 is not one): the backend does not want the call repeated anywhere
    /// (gRFC A6).
    /// </summary>
    public bool ForbidsRepeating { get; private init; }

    /// <summary>
    /// The refusal with which the backend asks all clients to wait; null when it does not, or when it asks only this client.
    /// </summary>
    public Error? PushbackError =>
        Pushback is { } wait && Error is { Kind.IsOfTheClient: false } ? Error with { RetryAfter = wait } : null;

    /// <summary>The response has no gRPC status, and its HTTP status says that something is wrong with the request.</summary>
    public bool IsOfTheRequest { get; init; }

    /// <summary>
    /// The status means that something is wrong with the backend, not with the request. INTERNAL is gRPC's status for a message that cannot
    /// be read, too: a backend that gives its refusals an HTTP status says so, and clients cannot make it look broken.
    /// </summary>
    public bool IsFailure => (Status is null && !IsOfTheRequest)
        || Status is StatusCode.Unavailable or StatusCode.Unknown or StatusCode.DataLoss
        || (Status is StatusCode.Internal && Error is not { Kind.IsFailure: false });

    /// <param name="response">Read to its end.</param>
    public static GrpcAnswer Of(IUpstreamResponse response)
    {
        if (StatusOf(response) is not { } status)
        {
            return default;
        }

        var told = response.Trailer(Refusals.PushbackName);
        var isNumber = int.TryParse(told, NumberStyles.None, CultureInfo.InvariantCulture, out var wait);
        var pause = isNumber ? TimeSpan.FromMilliseconds(wait) : (TimeSpan?)null;
        var pushback = status is StatusCode.Unavailable or StatusCode.ResourceExhausted ? pause : null;
        return new(status, status == StatusCode.OK ? null : ErrorOf(status, response, pushback), pushback)
        {
            Pause = pause,
            ForbidsRepeating = told is not null && !isNumber,
        };
    }

    /// <summary>The gRPC status for a response without one, by its HTTP status (gRPC's http-grpc-status-mapping).</summary>
    public static StatusCode OfHttp(int status) => status switch
    {
        400 => StatusCode.Internal,
        401 => StatusCode.Unauthenticated,
        403 => StatusCode.PermissionDenied,
        404 => StatusCode.Unimplemented,
        200 or 429 or 502 or 503 or 504 => StatusCode.Unavailable,
        _ => StatusCode.Unknown,
    };

    /// <summary>An unknown number counts as UNKNOWN, as in gRPC's own clients; the gateway's clients still get the number itself.</summary>
    private static StatusCode? StatusOf(IUpstreamResponse response) =>
        (response.HttpStatus == StatusCodes.Status200OK || response.Header(StatusName) is not null)
        && int.TryParse(response.Trailer(StatusName), NumberStyles.None, CultureInfo.InvariantCulture, out var code)
            ? Enum.IsDefined((StatusCode)code) ? (StatusCode)code : StatusCode.Unknown
            : null;

    /// <summary>The backend's own words: the gateway need not know its kinds of errors.</summary>
    private static Error ErrorOf(StatusCode status, IUpstreamResponse response, TimeSpan? pushback)
    {
        if (response.Trailer(StatusTrailer.Name) is { } trailer && StatusTrailer.Read(Bytes(trailer)) is { } details)
        {
            return new(KindOf(status, details), details.Message, details.RetryAfter ?? pushback);
        }

        var kind = new ErrorKind(SlugOf(status), $"The backend answered {status}", HttpOf(status), status) { Domain = "backend" };
        return new(kind, Uri.UnescapeDataString(response.Trailer(MessageName) ?? ""), pushback);
    }

    private static ErrorKind KindOf(StatusCode status, RefusalDetails details)
    {
        var metadata = details.Info.Metadata;
        var http = int.TryParse(metadata.GetValueOrDefault(StatusTrailer.Status), CultureInfo.InvariantCulture, out var code)
            && code is >= 400 and < 600 ? code : HttpOf(status);
        return new(details.Info.Reason, metadata.GetValueOrDefault(StatusTrailer.Title) ?? details.Info.Reason, http, status)
        {
            Domain = details.Info.Domain,
            Type = metadata.GetValueOrDefault(StatusTrailer.Type),
            IsOfTheClient = metadata.GetValueOrDefault(StatusTrailer.Scope) == StatusTrailer.ClientScope,
        };
    }

    /// <summary>The number of the status in google.rpc.Code.</summary>
    private static int HttpOf(StatusCode status) => status switch
    {
        StatusCode.InvalidArgument or StatusCode.FailedPrecondition or StatusCode.OutOfRange => 400,
        StatusCode.Unauthenticated => 401,
        StatusCode.PermissionDenied => 403,
        StatusCode.NotFound => 404,
        StatusCode.AlreadyExists or StatusCode.Aborted => 409,
        StatusCode.ResourceExhausted => 429,
        StatusCode.Cancelled => 499,
        StatusCode.Unimplemented => 501,
        StatusCode.Unavailable => 503,
        StatusCode.DeadlineExceeded => 504,
        _ => 500,
    };

    private static string SlugOf(StatusCode status) => Hosting.Metrics.LabelValues.Of(status);

    private static byte[] Bytes(string base64)
    {
        var bytes = new byte[base64.Length];
        var padded = base64.TrimEnd('=');
        padded = padded.PadRight((padded.Length + 3) / 4 * 4, '=');
        return Convert.TryFromBase64String(padded, bytes, out var written) ? bytes[..written] : [];
    }
}
