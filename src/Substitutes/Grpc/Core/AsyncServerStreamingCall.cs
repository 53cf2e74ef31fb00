namespace Grpc.Core;

/// <summary>One request, many responses.</summary>
public sealed class AsyncServerStreamingCall<TResponse>(
    IAsyncStreamReader<TResponse> responseStream,
    Task<Metadata> responseHeadersAsync,
    Func<Status> getStatusFunc,
    Func<Metadata> getTrailersFunc,
    Action disposeAction) : IDisposable
{
    public IAsyncStreamReader<TResponse> ResponseStream { get; } = responseStream;

    public Task<Metadata> ResponseHeadersAsync { get; } = responseHeadersAsync;

    /// <exception cref="InvalidOperationException">The call has not ended.</exception>
    public Status GetStatus() => getStatusFunc();

    /// <exception cref="InvalidOperationException">The call has not ended.</exception>
    public Metadata GetTrailers() => getTrailersFunc();

    /// <summary>Cancels the call unless it has ended.</summary>
    public void Dispose() => disposeAction();
}
