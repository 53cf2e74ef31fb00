namespace Grpc.Core;

/// <summary>
/// A call that did not end with <see cref="StatusCode.OK"/>. A client gets it from every member of the call; a handler throws it to answer
/// with that status and those trailers.
/// </summary>
public class RpcException : Exception
{
    public RpcException(Status status)
        : this(status, Metadata.Empty)
    {
    }

    public RpcException(Status status, string message)
        : this(status, Metadata.Empty, message)
    {
    }

    public RpcException(Status status, Metadata trailers)
        : this(status, trailers, status.ToString())
    {
    }

    public RpcException(Status status, Metadata trailers, string message)
        : base(message, status.DebugException)
    {
        ArgumentNullException.ThrowIfNull(trailers);
        Status = status;
        Trailers = trailers;
    }

    public Status Status { get; }

    public StatusCode StatusCode => Status.StatusCode;

    /// <summary>The metadata that came, or goes, with the status; <c>grpc-status-details-bin</c> among them.</summary>
    public Metadata Trailers { get; }
}
