using Grpc.Core;

namespace Grpc.Net.Client;

/// <summary>The response of a call that has one message.</summary>
internal static class SingleResponse
{
    public static Task<T> ReceiveAsync<T>(CallExchange exchange, Marshaller<T> marshaller)
    {
        var received = new TaskCompletionSource<T>();
        _ = ReceiveAsync(exchange, marshaller, received);
        return received.Task;
    }

    private static async Task ReceiveAsync<T>(CallExchange exchange, Marshaller<T> marshaller, TaskCompletionSource<T> received)
    {
        try
        {
            var message = await ReceiveCoreAsync(exchange, marshaller).ConfigureAwait(false);
            if ((await exchange.Ended.ConfigureAwait(false)).StatusCode == StatusCode.OK)
            {
                received.SetResult(message!);
                return;
            }

            received.SetException(exchange.Failure()); // not thrown here: whoever awaits it throws it once
        }
        catch (Exception exception)
        {
            received.SetException(exception);
        }

        // A caller that was told the failure by the request stream does not await the response too.
        _ = received.Task.Exception;
    }

    private static async Task<T?> ReceiveCoreAsync<T>(CallExchange exchange, Marshaller<T> marshaller)
    {
        T? message = default;
        using var frames = await exchange.OpenAsync().ConfigureAwait(false);
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

        return message;
    }
}
