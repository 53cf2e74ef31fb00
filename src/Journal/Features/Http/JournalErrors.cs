using Grpc.Core;
using Hosting.Errors;

namespace Journal.Features.Http;

/// <summary>The journal's own kinds of errors.</summary>
internal static class JournalErrors
{
    public static ErrorKind StoreUnavailable { get; } = new(
        "store-unavailable", "The disk cannot store it now", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);
}
