namespace Grpc.Core;

/// <summary>Messages as they arrive. One reader at a time.</summary>
public interface IAsyncStreamReader<out T>
{
    /// <summary>The message that the last <see cref="MoveNext"/> found.</summary>
    T Current { get; }

    /// <summary>True when there is another message, false when the other side has sent its last.</summary>
    /// <exception cref="RpcException">The call failed.</exception>
    Task<bool> MoveNext(CancellationToken cancellationToken);
}
