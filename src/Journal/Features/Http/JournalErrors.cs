using Grpc.Core;
using Hosting.Errors;

namespace Journal.Features.Http;

/// <summary>The journal's own ways to say no.</summary>
internal static class JournalErrors
{
    public static ErrorKind StoreUnavailable { get; } = new(
        "store-unavailable", "The disk does not take it now", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);
}
