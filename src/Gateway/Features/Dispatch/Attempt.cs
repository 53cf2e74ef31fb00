using Gateway.Features.Backends;
using Gateway.Features.Upstream;
using Hosting.Errors;

namespace Gateway.Features.Dispatch;

/// <summary>One attempt of a call at one backend. Every edge sends its calls this way.</summary>
/// <remarks>
/// <code>
/// edge             Dispatcher              Attempt                  backend
///  │ call             │                       │                        │
///  ├─────────────────►│ 1 pick a backend      │                        │
///  │                  ├──────────────────────►│ 2 send head and body   │
///  │                  │                       ├───────────────────────►│
///  │                  │                       │ 3 be patient while it is the backend's turn
///  │ 4 read           │                       │◄───────────────────────┤ headers, messages, trailers
///  │◄─────────────────┼───────────────────────┤                        │
///  │                  │◄──────────────────────┤ 5 stop the body; tell a silent backend from a client that left
///  │                  │ 6 repeat at another backend, if that is safe and the budget allows it
///  │◄─────────────────┤ result                │                        │
/// </code>
/// </remarks>
internal static class Attempt
{
    /// <param name="lease">The backend.</param>
    /// <param name="call">The call; its body is stopped when this returns, and may be sent again.</param>
    /// <param name="kind">A question is the backend's turn from the start; an upload may first wait for a connection.</param>
    /// <param name="limit">How long the backend may take.</param>
    /// <param name="read">The edge reads the response, whose headers are there.</param>
    /// <param name="ends">Fires when the client's side ends the call.</param>
    /// <exception cref="UpstreamException">The backend gave no answer.</exception>
    /// <exception cref="OperationCanceledException">The client's side ended the call.</exception>
    public static async Task<AttemptResult<T>> SendAsync<T>(
        BackendLease lease,
        UpstreamCall call,
        CallKind kind,
        TimeSpan limit,
        Func<IUpstreamResponse, BackendPatience, Task<AttemptResult<T>>> read,
        CancellationToken ends)
        where T : notnull
    {
        using var patience = new BackendPatience(limit, ends);
        patience.BackendsTurn(kind == CallKind.Question);
        call.Body.BackendsTurn = patience.BackendsTurn;
        try
        {
            using var response = await lease.Upstream.BeginAsync(call, patience.Token);
            return await read(response, patience);
        }
        catch (UpstreamException) when (call.Body.SourceError is { } error)
        {
            return new(error, Answer: null, IsFinal: true);
        }
        catch (OperationCanceledException) when (!ends.IsCancellationRequested)
        {
            throw new UpstreamException(UpstreamFault.Silent, $"No answer came within {limit.TotalSeconds:0.###} s.");
        }
        finally
        {
            call.Body.BackendsTurn = _ => { };
            await call.Body.StopAsync();
        }
    }
}

/// <summary>The result of one attempt.</summary>
/// <param name="Result">For the client.</param>
/// <param name="Answer">How the response ended; null if it did not get that far.</param>
/// <param name="IsFinal">The call cannot be repeated: the client has received part of it, or its own side failed.</param>
internal readonly record struct AttemptResult<T>(Result<T> Result, GrpcAnswer? Answer, bool IsFinal = false)
    where T : notnull;
