namespace Gateway.Features.Upstream;

/// <summary>Reads the exceptions of <see cref="SocketsHttpHandler"/> that a call ends with.</summary>
/// <param name="connections">One of them has the call.</param>
/// <param name="pingTimeout">The handler gives a connection up that does not answer a PING for so long.</param>
internal readonly struct TransportFault(Connections connections, TimeSpan pingTimeout)
{
    // RFC 9113, section 7.
    private const long NoError = 0x0;
    private const long ProtocolError = 0x1;
    private const long RefusedStream = 0x7;

    /// <summary>
    /// Nothing has come lately, not even the answer to a PING: the handler reports that as an error of the protocol, as it does a wrong
    /// frame, which would have come just now. Half of the time does, because the handler has a clock of its own.
    /// </summary>
    private bool IsSilent => connections.Silence > pingTimeout / 2;

    /// <returns>Null when the failure is not the backend's: the call was cancelled, or it is a bug.</returns>
    public UpstreamFault? Of(Exception exception, CancellationToken cancellationToken) => exception switch
    {
        OperationCanceledException when cancellationToken.IsCancellationRequested => null,
        OperationCanceledException { InnerException: TimeoutException } => UpstreamFault.Silent, // the connection
        _ when Find<HttpProtocolException>(exception) is { ErrorCode: RefusedStream } => UpstreamFault.NotTaken,
        _ when Find<HttpProtocolException>(exception) is { ErrorCode: NoError } => UpstreamFault.Leaving,
        _ when Find<HttpProtocolException>(exception) is { ErrorCode: ProtocolError } && IsSilent => UpstreamFault.Silent,
        HttpRequestException
        {
            HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
                or HttpRequestError.SecureConnectionError
        } => UpstreamFault.NotTaken,
        HttpRequestException or IOException => UpstreamFault.Broken,
        _ => null,
    };

    private static T? Find<T>(Exception? exception)
        where T : Exception
    {
        while (exception is not (null or T))
        {
            exception = exception.InnerException;
        }

        return (T?)exception;
    }
}
