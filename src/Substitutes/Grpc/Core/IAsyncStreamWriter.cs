namespace Grpc.Core;

/// <summary>Messages on their way out. One write at a time.</summary>
public interface IAsyncStreamWriter<in T>
{
    /// <summary>Applies to the writes that follow; null for the default, which flushes each message.</summary>
    WriteOptions? WriteOptions { get; set; }

    /// <summary>Completes once the transport has taken the message: that is the back pressure.</summary>
    Task WriteAsync(T message);

    /// <inheritdoc cref="WriteAsync(T)"/>
    Task WriteAsync(T message, CancellationToken cancellationToken) =>
        cancellationToken.CanBeCanceled
            ? throw new NotSupportedException("This writer does not support cancellation of a write.")
            : WriteAsync(message);
}

/// <summary>The requests of a streaming call.</summary>
public interface IClientStreamWriter<in T> : IAsyncStreamWriter<T>
{
    /// <summary>There will be no more requests.</summary>
    Task CompleteAsync();
}

/// <summary>The responses of a streaming call; it ends when the handler returns.</summary>
public interface IServerStreamWriter<in T> : IAsyncStreamWriter<T>;
