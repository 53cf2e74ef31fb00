using System.Globalization;
using Grpc.Core;

namespace Analyzer.Service.Features.Refusals;

/// <summary>A refusal on the gRPC edge: a status, with the pushback of gRPC's retry design (gRFC A6) where trying again may help.</summary>
internal static class RefusalRpc
{
    public static RpcException ToRpcException(this Refusal refusal)
    {
        var trailers = new Metadata();
        if (refusal.RetryAfter is { } retryAfter)
        {
            trailers.Add("grpc-retry-pushback-ms", ((long)retryAfter.TotalMilliseconds).ToString(CultureInfo.InvariantCulture));
        }

        return new RpcException(new Status(RefusalTable.Of(refusal.Kind).GrpcStatus, refusal.Detail), trailers);
    }
}
