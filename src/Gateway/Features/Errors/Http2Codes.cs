using System.Globalization;
using Grpc.Core;

namespace Gateway.Features.Errors;

/// <summary>The error codes with which a backend resets a stream or closes a connection (RFC 9113, section 7).</summary>
internal static class Http2Codes
{
    private static readonly string[] Names =
    [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED", "FRAME_SIZE_ERROR",
        "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY",
        "HTTP_1_1_REQUIRED",
    ];

    /// <summary>
    /// The status of a call that ends so (gRPC's PROTOCOL-HTTP2, "Errors"). A connection that is closed with NO_ERROR belongs to a backend
    /// that leaves, and a stream's reset cannot be told from it: both are UNAVAILABLE, as in gRPC for Java.
    /// </summary>
    public static StatusCode StatusOf(long code) => code switch
    {
        0x0 or 0x7 => StatusCode.Unavailable,
        0x8 => StatusCode.Cancelled,
        0xb => StatusCode.ResourceExhausted,
        0xc => StatusCode.PermissionDenied,
        _ => StatusCode.Internal,
    };

    /// <summary>For a person. Of the two codes that name a lack, gRPC wants to hear which.</summary>
    public static string TextOf(long code) => code switch
    {
        0xb => "it has no bandwidth for more (ENHANCE_YOUR_CALM)",
        0xc => "the connection is not secure enough for it (INADEQUATE_SECURITY)",
        _ when code < Names.Length => Names[code],
        _ => string.Create(CultureInfo.InvariantCulture, $"the code of HTTP/2 is 0x{code:x}"),
    };
}
