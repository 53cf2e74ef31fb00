using Grpc.Core;

namespace Grpc.Net.Client;

/// <summary>The status of a reset stream: the table "Errors" of PROTOCOL-HTTP2.md, and the same for HTTP/3 (RFC 9114, 8.1).</summary>
internal static class ResetCode
{
    public static StatusCode ToStatusCode(long errorCode) => errorCode switch
    {
        0x7 or 0x10b => StatusCode.Unavailable, // REFUSED_STREAM, H3_REQUEST_REJECTED: not processed at all
        0x8 or 0x10c => StatusCode.Cancelled, // CANCEL, H3_REQUEST_CANCELLED
        0xb or 0x107 => StatusCode.ResourceExhausted, // ENHANCE_YOUR_CALM, H3_EXCESSIVE_LOAD
        0xc => StatusCode.PermissionDenied, // INADEQUATE_SECURITY
        _ => StatusCode.Internal,
    };
}
