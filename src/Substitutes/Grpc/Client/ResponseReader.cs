using Grpc.Core;

namespace Grpc.Net.Client;

/// <summary>The responses of a streaming call.</summary>
internal sealed class ResponseReader<T>(CallExchange exchange, Marshaller<T> marshaller) : IAsyncStreamReader<T>
{
    private Task<bool>? _pending;

    public T Current { get; private set; } = default!;

    public Task<bool> MoveNext(CancellationToken cancellationToken)
    {
        if (_pending is { IsCompleted: false })
        {
            return Task.FromException<bool>(
                new InvalidOperationException("Can't read the next message because the previous read is still in progress."));
        }

        return _pending = MoveCoreAsync(cancellationToken);
    }

    private async Task<bool> MoveCoreAsync(CancellationToken cancellationToken)
    {
        // A message that was read in part cannot be read again: giving up one read gives up the call.
        using var registration = cancellationToken.UnsafeRegister(
            static state => ((CallExchange)state!).Cancel("Call canceled by the client."), exchange);
        var frames = await exchange.OpenAsync().ConfigureAwait(false);
        try
        {
            if (frames is not null && !exchange.Ended.IsCompleted && await frames.WaitAsync(exchange.Token).ConfigureAwait(false))
            {
                Current = frames.Take(marshaller);
                return true;
            }

            exchange.EndOfMessages(hadMessages: true);
        }
        catch (Exception exception)
        {
            exchange.End(TransportFailure.ToStatus(exception));
        }

        frames?.Dispose();
        Current = default!;
        var status = await exchange.Ended.ConfigureAwait(false);
        return status.StatusCode == StatusCode.OK ? false : throw exchange.Failure();
    }
}
