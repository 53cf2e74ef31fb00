using Grpc.Core;
using Hosting.Errors;

namespace Hosting.Limits;

public static class LimitErrors
{
    /// <summary>A client has reached its own limit, whatever others have.</summary>
    public static ErrorKind ClientLimit { get; } = new(
        "client-limit", "The client has reached its limit", StatusCodes.Status429TooManyRequests, StatusCode.ResourceExhausted)
    {
        IsOfTheClient = true,
    };
}
