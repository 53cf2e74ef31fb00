using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Grpc.AspNetCore.Server;

/// <summary>Ends a request's stream by a code, where the protocol has one.</summary>
internal static class StreamReset
{
    /// <summary>After a complete response: the client need not send the rest of its request (RFC 9113 section 8.1, RFC 9114 section 4.1).</summary>
    public static void NoError(HttpContext http) => Reset(http, http2: 0x0, http3: 0x100);

    /// <summary>What was sent is no use: the client reads this as INTERNAL.</summary>
    public static void InternalError(HttpContext http) => Reset(http, http2: 0x2, http3: 0x102);

    private static void Reset(HttpContext http, int http2, int http3) =>
        http.Features.Get<IHttpResetFeature>()?.Reset(HttpProtocol.IsHttp3(http.Request.Protocol) ? http3 : http2);
}
