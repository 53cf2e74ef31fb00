using Grpc.Core;
using Hosting.Errors;

namespace Sigma.Streams.Editing;

/// <summary>Why a rule is not changed.</summary>
internal static class EditErrors
{
    public static readonly ErrorKind Invalid = new(
        "invalid-rule", "The rule is invalid", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    public static readonly ErrorKind NotFound = new("not-found", "No such rule", StatusCodes.Status404NotFound, StatusCode.NotFound);

    public static readonly ErrorKind Conflict = new(
        "conflict", "The rule cannot be changed here", StatusCodes.Status409Conflict, StatusCode.FailedPrecondition);

    public static readonly ErrorKind Exists = new(
        "exists", "There is such a rule already", StatusCodes.Status412PreconditionFailed, StatusCode.AlreadyExists);

    public static readonly ErrorKind Unwritable = new(
        "unwritable", "The rule cannot be written", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);

    public static IReadOnlyList<ErrorKind> All { get; } = [Invalid, NotFound, Conflict, Exists, Unwritable];
}
