using Grpc.Core;
using Hosting.Errors;

namespace Hosting.Limits;

public static class LimitErrors
{
    /// <summary>One client has as much as it may have, whatever others have.</summary>
    public static ErrorKind ClientLimit { get; } = new(
        "client-limit", "More than one client may have", StatusCodes.Status429TooManyRequests, StatusCode.ResourceExhausted)
    {
        IsOfTheClient = true,
    };
}
