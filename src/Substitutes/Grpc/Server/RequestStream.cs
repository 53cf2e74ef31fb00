using Grpc.Core;

namespace Grpc.AspNetCore.Server;

/// <summary>The requests of a streaming call. What lies in the transport's buffers already is answered without waiting.</summary>
internal sealed class RequestStream<T>(RequestInput input, Marshaller<T> marshaller) : IAsyncStreamReader<T>
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

        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled<bool>(cancellationToken);
        }

        try
        {
            var found = input.WaitAsync(cancellationToken);
            return found.IsCompletedSuccessfully
                ? Task.FromResult(Accept(found.Result))
                : _pending = MoveSlowlyAsync(found);
        }
        catch (Exception exception)
        {
            return Task.FromException<bool>(exception);
        }
    }

    private async Task<bool> MoveSlowlyAsync(ValueTask<bool> found) => Accept(await found.ConfigureAwait(false));

    private bool Accept(bool found)
    {
        Current = found ? input.Take(marshaller) : default!;
        return found;
    }
}
