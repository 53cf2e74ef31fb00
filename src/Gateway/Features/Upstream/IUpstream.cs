using Hosting.Errors;

namespace Gateway.Features.Upstream;

/// <summary>A connection to one backend: gRPC over HTTP/2.</summary>
internal interface IUpstream : IDisposable
{
    /// <summary>Connections that are open now.</summary>
    int Connections { get; }

    /// <summary>Begins a call. Returns when the response headers are there; the body may still be on its way to the backend.</summary>
    /// <param name="call">May be started several times, one after another, as long as its body allows it.</param>
    /// <param name="cancellationToken">Resets the stream with CANCEL, now and while the response is read.</param>
    /// <exception cref="UpstreamException">The backend did not take the call, or aborted it.</exception>
    Task<IUpstreamResponse> BeginAsync(UpstreamCall call, CancellationToken cancellationToken);
}

/// <param name="Path">Service and method, as <c>:path</c> has them.</param>
/// <param name="Headers">All except those that every gRPC call has.</param>
/// <param name="Body">Its messages.</param>
internal sealed record UpstreamCall(string Path, IReadOnlyList<KeyValuePair<string, string>> Headers, ICallBody Body)
{
    public string ContentType { get; init; } = "application/grpc";
}

/// <summary>The request messages of a call, framed.</summary>
internal interface ICallBody
{
    /// <summary>Whether it can be sent from its start: nothing was read from its source yet, or all that was read is held.</summary>
    bool IsWhole { get; }

    /// <summary>Why the client's side of it cannot be read any further; null while it can, or when the call ends by itself then.</summary>
    Error? SourceError => null;

    /// <summary>
    /// Is told whose turn it is: the backend's (to take what is being written, to answer) or the client's. A body that is there from the
    /// start need not tell.
    /// </summary>
    Action<bool> BackendsTurn
    {
        set { }
    }

    /// <summary>Writes all of it. The stream ends when this returns.</summary>
    Task SendAsync(Stream stream, CancellationToken cancellationToken);

    /// <summary>Ends <see cref="SendAsync"/> without losing what was read; it can begin again then.</summary>
    Task StopAsync() => Task.CompletedTask;
}

/// <summary>A response whose headers are there. Disposing it before its end resets the stream, and ends a read.</summary>
internal interface IUpstreamResponse : IDisposable
{
    int HttpStatus { get; }

    IEnumerable<KeyValuePair<string, string>> Headers { get; }

    /// <summary>Complete when <see cref="ReadAsync"/> has returned 0.</summary>
    IEnumerable<KeyValuePair<string, string>> Trailers { get; }

    /// <returns>Null when there is no such header.</returns>
    string? Header(string name);

    /// <summary>The status and its companions: a trailer, or a header in a trailers-only response.</summary>
    /// <returns>Null when there is none.</returns>
    string? Trailer(string name);

    /// <returns>How many bytes came; 0 at the end.</returns>
    /// <exception cref="UpstreamException">The backend aborted the response.</exception>
    ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken);
}
