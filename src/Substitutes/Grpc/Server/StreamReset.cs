using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Grpc.AspNetCore.Server;

/// <summary>Resets a request's stream with a code; its connection goes on.</summary>
internal static class StreamReset
{
    private const int Http2InternalError = 0x2; // RFC 9113 section 7
    private const int Http3InternalError = 0x102; // RFC 9114 section 8.1

    /// <summary>Declares useless what was sent: the client reads this as INTERNAL.</summary>
    public static void InternalError(HttpContext http) => http.Features.Get<IHttpResetFeature>()
        ?.Reset(HttpProtocol.IsHttp3(http.Request.Protocol) ? Http3InternalError : Http2InternalError);
}
