using System.Runtime.CompilerServices;

namespace Grpc.Core;

/// <summary>Many requests, one response. Awaiting the call awaits the response.</summary>
public sealed class AsyncClientStreamingCall<TRequest, TResponse>(
    IClientStreamWriter<TRequest> requestStream,
    Task<TResponse> responseAsync,
    Task<Metadata> responseHeadersAsync,
    Func<Status> getStatusFunc,
    Func<Metadata> getTrailersFunc,
    Action disposeAction) : IDisposable
{
    public IClientStreamWriter<TRequest> RequestStream { get; } = requestStream;

    public Task<TResponse> ResponseAsync { get; } = responseAsync;

    public Task<Metadata> ResponseHeadersAsync { get; } = responseHeadersAsync;

    public TaskAwaiter<TResponse> GetAwaiter() => ResponseAsync.GetAwaiter();

    public ConfiguredTaskAwaitable<TResponse> ConfigureAwait(bool continueOnCapturedContext) =>
        ResponseAsync.ConfigureAwait(continueOnCapturedContext);

    /// <exception cref="InvalidOperationException">The call has not ended.</exception>
    public Status GetStatus() => getStatusFunc();

    /// <exception cref="InvalidOperationException">The call has not ended.</exception>
    public Metadata GetTrailers() => getTrailersFunc();

    /// <summary>Cancels the call unless it has ended.</summary>
    public void Dispose() => disposeAction();
}
