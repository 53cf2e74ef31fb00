namespace Gateway.Features.Upstream;

/// <summary>A failure of the transport: the backend gave no answer of its own.</summary>
internal sealed class UpstreamException(UpstreamFault fault, string message, Exception? inner = null) : Exception(message, inner)
{
    public UpstreamFault Fault { get; } = fault;
}

/// <summary>What a backend did instead of answering.</summary>
internal enum UpstreamFault
{
    /// <summary>It did not take the call: no connection, or REFUSED_STREAM. Nothing was done.</summary>
    NotTaken,

    /// <summary>
    /// It closed the connection in order (GOAWAY), and did not take the call or did not end it. The client of the connection knows which,
    /// and sends a stream above the last again by itself; it does not tell when it gives up.
    /// </summary>
    Leaving,

    /// <summary>It broke the call off, or what it sent is no gRPC.</summary>
    Broken,

    /// <summary>It took the call, or the connection, and said nothing for too long.</summary>
    Silent,
}
