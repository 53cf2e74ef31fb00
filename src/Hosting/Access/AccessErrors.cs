using Grpc.Core;
using Hosting.Errors;

namespace Hosting.Access;

/// <summary>The ways in which a host refuses access.</summary>
public static class AccessErrors
{
    public static ErrorKind Unauthenticated { get; } = new(
        "unauthenticated", "A key is needed", StatusCodes.Status401Unauthorized, StatusCode.Unauthenticated);

    public static ErrorKind Forbidden { get; } = new(
        "forbidden", "The key does not allow it", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);

    public static ErrorKind KeysUnreadable { get; } = new(
        "keys-unreadable", "Nobody can be let in now", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);

    public static ErrorKind Misdirected { get; } = new(
        "misdirected", "The host has another name", StatusCodes.Status421MisdirectedRequest, StatusCode.InvalidArgument);

    public static ErrorKind CrossSite { get; } = new(
        "cross-site", "A page of another site asked for it", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);
}
