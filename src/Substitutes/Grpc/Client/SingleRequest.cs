using Grpc.Core;

namespace Grpc.Net.Client;

/// <summary>The body of a request with one message.</summary>
internal static class SingleRequest
{
    public static RequestContent Content<T>(CallExchange exchange, Marshaller<T> marshaller, T message) =>
        new(async (stream, cancellationToken) =>
        {
            using var serializer = new RequestSerializer(exchange.MaxSendMessageSize);
            try
            {
                serializer.Serialize(message, marshaller);
            }
            catch (Exception exception)
            {
                exchange.End(TransportFailure.ToStatus(exception));
                throw;
            }

            await stream.WriteAsync(serializer.Head, cancellationToken).ConfigureAwait(false);
            if (!serializer.Tail.IsEmpty)
            {
                await stream.WriteAsync(serializer.Tail, cancellationToken).ConfigureAwait(false);
            }
        });
}
