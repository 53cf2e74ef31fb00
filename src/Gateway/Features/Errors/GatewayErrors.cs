using System.Globalization;
using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;

namespace Gateway.Features.Errors;

/// <summary>The refusals that are the gateway's own.</summary>
internal static class GatewayErrors
{
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(1);

    public static ErrorKind NoBackendKind { get; } =
        new("no-backend", "No analyzer answers", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);

    public static ErrorKind BackendFailedKind { get; } =
        new("backend-failed", "The analyzer broke off", StatusCodes.Status502BadGateway, StatusCode.Unavailable);

    /// <summary>The same for an upload that is too large to be held: the client has to send it again.</summary>
    public static ErrorKind UploadLostKind { get; } = BackendFailedKind with { HttpStatus = StatusCodes.Status503ServiceUnavailable };

    public static ErrorKind BackendTimeoutKind { get; } =
        new("backend-timeout", "The analyzer took too long", StatusCodes.Status504GatewayTimeout, StatusCode.DeadlineExceeded);

    public static ErrorKind NoMethodKind { get; } =
        new("no-method", "The path names no method", StatusCodes.Status404NotFound, StatusCode.Unimplemented);

    /// <summary>The backend did not fail: a client may set any deadline.</summary>
    public static ErrorKind DeadlinePassedKind { get; } =
        new("deadline-passed", "The call's deadline has passed", StatusCodes.Status408RequestTimeout, StatusCode.DeadlineExceeded);

    public static ErrorKind MetadataTooLargeKind { get; } = new(
        "metadata-too-large", "The metadata is too large", StatusCodes.Status431RequestHeaderFieldsTooLarge, StatusCode.ResourceExhausted);

    public static ErrorKind BackendMetadataTooLargeKind { get; } = new(
        "backend-metadata-too-large", "The backend's metadata is too large", StatusCodes.Status502BadGateway, StatusCode.ResourceExhausted);

    public static ErrorKind MessageTooLargeKind { get; } = new(
        "message-too-large", "A message of the request is too large", StatusCodes.Status413PayloadTooLarge, StatusCode.ResourceExhausted);

    public static IReadOnlyList<ErrorKind> All { get; } =
    [
        NoBackendKind, BackendFailedKind, BackendTimeoutKind, NoMethodKind, DeadlinePassedKind, MetadataTooLargeKind,
        BackendMetadataTooLargeKind, MessageTooLargeKind,
    ];

    public static Error NoBackend { get; } = new(NoBackendKind, "No backend is available now. Try again after 1 s.", Soon);

    public static Error BackendFailed { get; } =
        new(BackendFailedKind, "The backend aborted the call, or its answer is not gRPC. Try again after 1 s.", Soon);

    /// <summary>A call of another service whose backend ended it without a status.</summary>
    public static Error NoStatus { get; } =
        new(BackendFailedKind with { GrpcStatus = StatusCode.Unknown }, "The answer of the backend has no grpc-status.");

    /// <param name="code">The code of HTTP/2 with which the backend ended the call; null for none.</param>
    public static Error Aborted(long? code) => code is { } known && Http2Codes.StatusOf(known) is var status and not StatusCode.Unavailable
        ? new(BackendFailedKind with { GrpcStatus = status }, $"The backend aborted the call: {Http2Codes.TextOf(known)}.")
        : BackendFailed;

    public static Error UploadLost { get; } = new(
        UploadLostKind, "The backend failed before it answered: the report may or may not be stored. Send the file again after 1 s.", Soon);

    public static Error BackendTimeout { get; } =
        new(BackendTimeoutKind, "The backend did not answer in time. Try again after 1 s.", Soon);

    public static Error DeadlinePassed { get; } = new(DeadlinePassedKind, "The deadline that the client set has passed.");

    public static Error RouteTimePassed(string route, TimeSpan limit) => new(
        DeadlinePassedKind,
        string.Create(CultureInfo.InvariantCulture, $"The route {route} allows a call {limit.TotalSeconds:0.###} s, which have passed."));

    public static Error MessageTooLarge(string route, long bytes, int limit) => new(
        MessageTooLargeKind,
        string.Create(CultureInfo.InvariantCulture, $"A message of the request has {bytes} bytes; the route {route} allows {limit}."));

    public static Error NotTheirRoute(string route) => new(
        AccessErrors.Forbidden, $"The route {route} is for other clients. Ask the administrator of this host.");

    public static Error AccessEnded { get; } = new(
        AccessErrors.Unauthenticated, "The key of this call is no longer valid: it was revoked or changed, or it expired.");

    public static Error MetadataCharacter { get; } = new(
        ErrorKind.InvalidArgument,
        "A metadata value holds a control character, which HTTP does not allow. Send bytes under a name that ends in -bin.");

    public static Error MetadataNotBase64(string name) => new(
        ErrorKind.InvalidArgument, $"A value of {name} is not base64, in which gRPC sends the bytes of a name that ends in -bin.");

    public static Error BodyUnreadable { get; } = new(
        ErrorKind.InvalidArgument, "The body of the call cannot be read: it is not base64, or breaks off.");

    public static Error BackendMetadataTooLarge { get; } = new(
        BackendMetadataTooLargeKind,
        "The backend's headers or trailers are larger than MaxResponseMetadataBytes of the gateway allows.");

    public static Error BackendTakesLessMetadata { get; } = new(
        MetadataTooLargeKind, "The metadata of the call is larger than the backend takes. Send less, or raise the backend's own limit.");

    public static Error MetadataTooLarge(long bytes, int limit) => new(
        MetadataTooLargeKind,
        string.Create(CultureInfo.InvariantCulture,
            $"The metadata of the call has {bytes} bytes; MaxRequestMetadataBytes allows {limit}."));

    public static Error TooManyValues(int values, int limit) => new(
        MetadataTooLargeKind,
        string.Create(CultureInfo.InvariantCulture, $"The metadata of the call has {values} values; a call may have {limit}."));

    public static Error NoMethod { get; } =
        new(NoMethodKind, "The path of a call has to be /SERVICE/METHOD, with only letters, digits and the characters . _ - ~ in both.");
}
