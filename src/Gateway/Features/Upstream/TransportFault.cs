using Gateway.Features.Errors;

namespace Gateway.Features.Upstream;

/// <summary>Interprets the exceptions with which a call over <see cref="SocketsHttpHandler"/> ends.</summary>
/// <param name="connections">The connections; the call uses one of them.</param>
/// <param name="pingTimeout">The handler closes a connection that does not answer a PING for so long.</param>
internal readonly struct TransportFault(Connections connections, TimeSpan pingTimeout)
{
    /// <summary>
    /// Nothing has arrived lately, not even the answer to a PING. The handler reports that as a protocol error, like an invalid frame; but
    /// an invalid frame would have arrived just now. Half of the time is enough, because the handler has its own clock.
    /// </summary>
    private bool IsSilent => connections.Silence > pingTimeout / 2;

    /// <returns>Null when no code of HTTP/2 is the cause.</returns>
    public static long? CodeOf(Exception? exception) => Find<HttpProtocolException>(exception)?.ErrorCode;

    /// <returns>Null when the backend did not fail: the call was cancelled, or there is a bug.</returns>
    public UpstreamFault? Of(Exception exception, CancellationToken cancellationToken) => exception switch
    {
        OperationCanceledException when cancellationToken.IsCancellationRequested => null,
        OperationCanceledException { InnerException: TimeoutException } => UpstreamFault.Silent, // the connection
        _ when Find<HttpProtocolException>(exception) is { ErrorCode: Http2Codes.RefusedStream } => UpstreamFault.NotTaken,
        _ when Find<HttpProtocolException>(exception) is { ErrorCode: Http2Codes.NoError } => UpstreamFault.Leaving,
        _ when Find<HttpProtocolException>(exception) is { ErrorCode: Http2Codes.ProtocolError } && IsSilent => UpstreamFault.Silent,
        HttpRequestException
        {
            HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
                or HttpRequestError.SecureConnectionError
        } => UpstreamFault.NotTaken,
        _ when Find<HttpRequestException>(exception) is { HttpRequestError: HttpRequestError.ConfigurationLimitExceeded } =>
            UpstreamFault.MetadataTooLarge,
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
