namespace Gateway.Features.Upstream;

/// <summary>The transport failed: the backend gave no answer of its own.</summary>
internal sealed class UpstreamException(UpstreamFault fault, string message, Exception? inner = null) : Exception(message, inner)
{
    public UpstreamFault Fault { get; } = fault;

    /// <summary>The code of HTTP/2 with which the stream or its connection ended; null when neither side gave one.</summary>
    public long? ErrorCode { get; } = TransportFault.CodeOf(inner);
}

/// <summary>The failure of a backend that did not answer.</summary>
internal enum UpstreamFault
{
    /// <summary>It did not take the call (no connection, or REFUSED_STREAM), and so did nothing.</summary>
    NotTaken,

    /// <summary>
    /// It closed the connection in order (GOAWAY), and did not take the call or did not finish it. Only the HTTP client knows which: it
    /// sends a stream above the last one again by itself, but does not say when it gives up.
    /// </summary>
    Leaving,

    /// <summary>It aborted the call, or its answer is not gRPC.</summary>
    Broken,

    /// <summary>Its headers or trailers are over the gateway's limit.</summary>
    MetadataTooLarge,

    /// <summary>The call's metadata is over the backend's limit, so it was not sent.</summary>
    CallMetadataTooLarge,

    /// <summary>It took the call, or the connection, and sent nothing for too long.</summary>
    Silent,
}
