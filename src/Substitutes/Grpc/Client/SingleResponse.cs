using Grpc.Core;

namespace Grpc.Net.Client;

/// <summary>The response of a call that has one message.</summary>
internal static class SingleResponse
{
    public static Task<T> ReceiveAsync<T>(CallExchange exchange, Marshaller<T> marshaller)
    {
        var received = ReceiveCoreAsync(exchange, marshaller);

        // A caller that was told the failure by the request stream does not await the response too.
        _ = received.ContinueWith(
            static task => task.Exception,
            CancellationToken.None,
            TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
        return received;
    }

    private static async Task<T> ReceiveCoreAsync<T>(CallExchange exchange, Marshaller<T> marshaller)
    {
        T? message = default;
        using (var frames = await exchange.OpenAsync().ConfigureAwait(false))
        {
            try
            {
                var isReceived = false;
                while (frames is not null && await frames.WaitAsync(exchange.Token).ConfigureAwait(false))
                {
                    message = isReceived
                        ? throw new RpcException(new Status(StatusCode.Internal, "More than one message in a response that has one."))
                        : frames.Take(marshaller);
                    isReceived = true;
                }

                exchange.EndOfMessages(isReceived);
            }
            catch (Exception exception)
            {
                exchange.End(TransportFailure.ToStatus(exception));
            }
        }

        var status = await exchange.Ended.ConfigureAwait(false);
        return status.StatusCode == StatusCode.OK ? message! : throw exchange.Failure();
    }
}
