namespace Grpc.Core;

/// <summary>Many requests and many responses, independent of each other.</summary>
public sealed class AsyncDuplexStreamingCall<TRequest, TResponse>(
    IClientStreamWriter<TRequest> requestStream,
    IAsyncStreamReader<TResponse> responseStream,
    Task<Metadata> responseHeadersAsync,
    Func<Status> getStatusFunc,
    Func<Metadata> getTrailersFunc,
    Action disposeAction) : IDisposable
{
    public IClientStreamWriter<TRequest> RequestStream { get; } = requestStream;

    public IAsyncStreamReader<TResponse> ResponseStream { get; } = responseStream;

    public Task<Metadata> ResponseHeadersAsync { get; } = responseHeadersAsync;

    /// <exception cref="InvalidOperationException">The call has not ended.</exception>
    public Status GetStatus() => getStatusFunc();

    /// <exception cref="InvalidOperationException">The call has not ended.</exception>
    public Metadata GetTrailers() => getTrailersFunc();

    /// <summary>Cancels the call unless it has ended.</summary>
    public void Dispose() => disposeAction();
}
