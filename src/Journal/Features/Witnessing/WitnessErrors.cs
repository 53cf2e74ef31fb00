using Grpc.Core;
using Hosting.Errors;

namespace Journal.Features.Witnessing;

/// <summary>The refusals of a witness, with the status codes of C2SP tlog-witness.</summary>
internal static class WitnessErrors
{
    public static ErrorKind Malformed { get; } = new(
        "malformed", "This is not a checkpoint with its proof", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    public static ErrorKind NotSigned { get; } = new(
        "not-signed", "The log has not signed this", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);

    public static ErrorKind UnknownLog { get; } = new(
        "unknown-log", "This log is unknown here", StatusCodes.Status404NotFound, StatusCode.NotFound);

    public static ErrorKind NotConsistent { get; } = new(
        "not-consistent", "The log does not continue what was signed", StatusCodes.Status422UnprocessableEntity,
        StatusCode.FailedPrecondition);
}
