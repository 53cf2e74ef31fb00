using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Grpc.AspNetCore.Server;

/// <summary>Breaks off a request's stream with a code, without a word to its connection.</summary>
internal static class StreamReset
{
    private const int Http2InternalError = 0x2; // RFC 9113 section 7
    private const int Http3InternalError = 0x102; // RFC 9114 section 8.1

    /// <summary>What was sent is no use: the client reads this as INTERNAL.</summary>
    public static void InternalError(HttpContext http) => http.Features.Get<IHttpResetFeature>()
        ?.Reset(HttpProtocol.IsHttp3(http.Request.Protocol) ? Http3InternalError : Http2InternalError);
}
