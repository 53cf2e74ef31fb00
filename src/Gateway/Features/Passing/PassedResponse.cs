using System.Buffers;
using System.Diagnostics;
using Gateway.Features.Dispatch;
using Gateway.Features.Errors;
using Gateway.Features.Headers;
using Gateway.Features.Metrics;
using Gateway.Features.Upstream;
using Hosting.Errors;

namespace Gateway.Features.Passing;

/// <summary>The response to a gRPC client, as the backend gives it.</summary>
internal sealed class PassedResponse(HttpContext context, GatewayMetrics metrics)
{
    private const int BufferBytes = 32 << 10;

    private List<KeyValuePair<string, string>>? _refusal;
    private bool _hasHeaders;
    private bool _isEnded;

    /// <summary>When the first message was there, if it was waited for.</summary>
    public long? FirstAnswer { get; private set; }

    /// <summary>The client has got a part of a message. Until then another attempt can give it its messages, and its end.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>The backend has ended the call, with an answer or a refusal of its own.</summary>
    public bool IsBackends { get; private set; }

    /// <summary>Another attempt begins: nothing of an earlier one is told.</summary>
    public void Reset() => (_refusal, FirstAnswer, IsBackends) = (null, null, false);

    /// <param name="upstream">Its headers are there.</param>
    /// <param name="first">Waits for the first message before the client gets anything: until then the call can be repeated.</param>
    /// <param name="patience">With the backend.</param>
    public async Task<Attempt<PassedResponse>> PassAsync(IUpstreamResponse upstream, bool first, BackendPatience patience)
    {
        if (upstream.HttpStatus != StatusCodes.Status200OK)
        {
            var kind = GatewayErrors.BackendFailedKind with { GrpcStatus = GrpcAnswer.OfHttp(upstream.HttpStatus) };
            return new(GatewayErrors.BackendFailed with { Kind = kind }, Answer: default(GrpcAnswer));
        }

        var isTrailersOnly = upstream.Header(GrpcAnswer.StatusName) is not null;
        var buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        try
        {
            var read = first || isTrailersOnly ? await upstream.ReadAsync(buffer, patience.Token) : -1;
            FirstAnswer = first ? Stopwatch.GetTimestamp() : null;
            if (read != 0)
            {
                await BeginAsync(upstream, flush: read < 0, patience);
                await CopyAsync(upstream, buffer, read, patience);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }

        return End(upstream);
    }

    /// <summary>Ends with an error: in the backend's own words, when it said any.</summary>
    public async Task RefuseAsync(Error error)
    {
        if (_isEnded)
        {
            return;
        }

        _isEnded = true;
        if (_hasHeaders)
        {
            await context.Response.StartAsync(); // what the client gets may still be here: its status belongs into the trailers
        }

        if (_refusal is not null)
        {
            Copy(_refusal);
            return;
        }

        context.Response.ContentType ??= "application/grpc";
        context.RefuseGrpc(error);
    }

    private async Task BeginAsync(IUpstreamResponse upstream, bool flush, BackendPatience patience)
    {
        if (_hasHeaders)
        {
            return; // those of an earlier attempt
        }

        Copy(upstream.Headers);
        _hasHeaders = true;
        if (flush)
        {
            await patience.WhileTakenAsync(context.Response.BodyWriter.FlushAsync(patience.Token));
        }
    }

    /// <param name="upstream">Read on when <paramref name="read"/> is not 0.</param>
    /// <param name="buffer">For what is read.</param>
    /// <param name="read">How many bytes of it are there already; below 0 when none was read yet.</param>
    /// <param name="patience">With the backend.</param>
    private async Task CopyAsync(IUpstreamResponse upstream, byte[] buffer, int read, BackendPatience patience)
    {
        var output = context.Response.BodyWriter;
        while (read != 0)
        {
            if (read > 0)
            {
                HasBegun = true;
                output.Write(buffer.AsSpan(0, read));
                metrics.Sent(read);
            }

            // All that is there leaves in one write, with the trailers when they are there too.
            var next = upstream.ReadAsync(buffer, patience.Token);
            if (!next.IsCompleted && read > 0)
            {
                try
                {
                    await patience.WhileTakenAsync(output.FlushAsync(patience.Token));
                }
                catch
                {
                    upstream.Dispose(); // ends the read, whose buffer others get next
                    await ((Task)next.AsTask()).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                    throw;
                }
            }

            read = await next;
        }
    }

    private Attempt<PassedResponse> End(IUpstreamResponse upstream)
    {
        var answer = GrpcAnswer.Of(upstream);
        if (answer.Status is null)
        {
            return new(GatewayErrors.BackendFailed, answer, HasBegun);
        }

        IsBackends = true;
        if (answer.Error is { } refused && !HasBegun)
        {
            _refusal = [.. _hasHeaders ? EndOf(upstream) : upstream.Headers.Concat(upstream.Trailers)];
            return new(refused, answer);
        }

        _isEnded = true;
        if (!_hasHeaders)
        {
            Copy(upstream.Headers);
        }

        foreach (var (name, value) in upstream.Trailers)
        {
            context.Response.AppendTrailer(name, value);
        }

        return answer.Error is { } error ? new(error, answer, IsFinal: true) : new(this, answer, IsFinal: true);
    }

    /// <summary>What the response says at its end: all of its headers but the type of the messages, when it is nothing else.</summary>
    private static IEnumerable<KeyValuePair<string, string>> EndOf(IUpstreamResponse upstream) =>
        upstream.Header(GrpcAnswer.StatusName) is null
            ? upstream.Trailers
            : upstream.Headers.Where(header => !header.Key.StartsWith("content-", StringComparison.OrdinalIgnoreCase));

    /// <summary>Tells the client these fields: in the headers, or in the trailers once those are gone.</summary>
    private void Copy(IEnumerable<KeyValuePair<string, string>> fields)
    {
        foreach (var (name, value) in fields.Where(field => CallHeaders.Passes(field.Key)))
        {
            if (_hasHeaders)
            {
                context.Response.AppendTrailer(name, value);
            }
            else
            {
                context.Response.Headers.Append(name, value);
            }
        }
    }
}
