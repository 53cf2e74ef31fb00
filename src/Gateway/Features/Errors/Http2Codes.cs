using System.Globalization;
using Grpc.Core;

namespace Gateway.Features.Errors;

/// <summary>The error codes with which a backend resets a stream or closes a connection (RFC 9113, section 7).</summary>
internal static class Http2Codes
{
    public const long NoError = 0x0;
    public const long ProtocolError = 0x1;
    public const long RefusedStream = 0x7;

    private const long Cancel = 0x8;
    private const long EnhanceYourCalm = 0xb;
    private const long InadequateSecurity = 0xc;

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
        NoError or RefusedStream => StatusCode.Unavailable,
        Cancel => StatusCode.Cancelled,
        EnhanceYourCalm => StatusCode.ResourceExhausted,
        InadequateSecurity => StatusCode.PermissionDenied,
        _ => StatusCode.Internal,
    };

    /// <summary>The code for a person. gRPC asks servers to say which lack the two of these mean that name one.</summary>
    public static string TextOf(long code) => code switch
    {
        EnhanceYourCalm => "it has no bandwidth for more (ENHANCE_YOUR_CALM)",
        InadequateSecurity => "the connection is not secure enough for it (INADEQUATE_SECURITY)",
        _ when code < Names.Length => Names[code],
        _ => string.Create(CultureInfo.InvariantCulture, $"the code of HTTP/2 is 0x{code:x}"),
    };
}
