using Grpc.Core;
using Grpc.Protocol;
using Microsoft.AspNetCore.Http;

namespace Grpc.AspNetCore.Server;

/// <summary>
/// Why a compressed message is refused (compression.md): an encoding that we lack is ours to name, a flag without an encoding is the
/// client's error.
/// </summary>
internal static class CompressedMessage
{
    public static RpcException Refuse(HttpContext http, byte flag)
    {
        var encoding = http.Request.Headers[GrpcHeaders.Encoding].ToString();
        if (flag > 1 || encoding is "" or GrpcHeaders.IdentityEncoding)
        {
            return new RpcException(
                new Status(StatusCode.Internal, "A message is marked as compressed, and no grpc-encoding says how."));
        }

        if (!http.Response.HasStarted)
        {
            http.Response.Headers[GrpcHeaders.AcceptEncoding] = GrpcHeaders.IdentityEncoding;
        }

        return new RpcException(new Status(StatusCode.Unimplemented, $"grpc-encoding '{encoding}' is not supported; use identity."));
    }
}
