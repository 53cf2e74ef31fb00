using Grpc.Core;

namespace Grpc.AspNetCore.Server;

/// <summary>The responses of a streaming call. Each is flushed, unless <see cref="WriteFlags.BufferHint"/> says that more follow.</summary>
internal sealed class ResponseStream<T>(ServerCall call, Marshaller<T> marshaller) : IServerStreamWriter<T>
{
    private Task? _pending;

    public WriteOptions? WriteOptions
    {
        get => call.WriteOptions;
        set => call.WriteOptions = value;
    }

    public Task WriteAsync(T message) => WriteAsync(message, CancellationToken.None);

    public Task WriteAsync(T message, CancellationToken cancellationToken)
    {
        if (message is null)
        {
            return Task.FromException(new ArgumentNullException(nameof(message)));
        }

        if (_pending is { IsCompleted: false })
        {
            return Task.FromException(
                new InvalidOperationException("Can't write the message because the previous write is in progress."));
        }

        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled(cancellationToken);
        }

        try
        {
            return WriteCore(message, cancellationToken);
        }
        catch (Exception exception)
        {
            return Task.FromException(exception);
        }
    }

    private Task WriteCore(T message, CancellationToken cancellationToken)
    {
        if (call.CancellationToken.IsCancellationRequested)
        {
            throw new InvalidOperationException("Can't write the message because the request is complete.");
        }

        if (WriteOptions is { } options && options.Flags.HasFlag(WriteFlags.BufferHint))
        {
            call.Output.Write(message, marshaller);
            return Task.CompletedTask;
        }

        var flushed = call.Output.WriteAndFlushAsync(message, marshaller, cancellationToken);
        if (flushed.IsCompletedSuccessfully)
        {
            _ = flushed.Result;
            return Task.CompletedTask;
        }

        return _pending = flushed.AsTask();
    }
}
