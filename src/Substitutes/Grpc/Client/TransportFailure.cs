using System.Net.Quic;
using System.Net.Sockets;
using Grpc.Core;

namespace Grpc.Net.Client;

/// <summary>The status of a failure of the transport.</summary>
internal static class TransportFailure
{
    public static Status ToStatus(Exception exception)
    {
        if (exception is RpcException rpc)
        {
            return rpc.Status;
        }

        var code = StatusCode.Internal;
        List<string> texts = [];
        for (var cause = exception; cause is not null; cause = cause.InnerException)
        {
            texts.Add($"{cause.GetType().Name}: {cause.Message}");
            if (Code(cause) is { } found)
            {
                code = found;
                if (cause is HttpProtocolException)
                {
                    break;
                }
            }
        }

        return new Status(code, $"Error in the gRPC call. {string.Join(' ', texts)}", exception);
    }

    private static StatusCode? Code(Exception exception) => exception switch
    {
        HttpProtocolException protocol => ResetCode.ToStatusCode(protocol.ErrorCode),
        SocketException or IOException or QuicException => StatusCode.Unavailable,
        HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError } =>
            StatusCode.Unavailable,
        OperationCanceledException => StatusCode.Cancelled,
        _ => null,
    };
}
