using System.Buffers;
using System.Diagnostics;
using System.IO.Pipelines;
using Gateway.Features.Dispatch;
using Gateway.Features.Errors;
using Gateway.Features.Headers;
using Gateway.Features.Metrics;
using Gateway.Features.Upstream;
using Hosting.Errors;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Primitives;

namespace Gateway.Features.Passing;

/// <summary>The response to a gRPC client, as it comes from the backend.</summary>
/// <param name="context">The client's request.</param>
/// <param name="hasClientEnded">Whether the client has sent all that it will.</param>
/// <param name="maxMetadataBytes">The largest headers, and the largest trailers, that a backend may send.</param>
/// <param name="metrics">Counts the bytes.</param>
internal sealed class PassedResponse(HttpContext context, Func<bool> hasClientEnded, int maxMetadataBytes, GatewayMetrics metrics)
{
    private const int BufferBytes = 32 << 10;

    private List<KeyValuePair<string, string>>? _refusal;
    private bool _hasHeaders;
    private bool _isEnded;

    /// <summary>The client has, or will get, headers of the backend's.</summary>
    public bool HasHeaders => _hasHeaders;

    /// <summary>The call is of a service that is not the analyzer's.</summary>
    public bool IsForeign { get; init; }

    /// <summary>When the first message arrived, if it was waited for.</summary>
    public long? FirstAnswer { get; private set; }

    /// <summary>
    /// The client has received part of a message. Before that, another attempt can still provide its messages and its end.
    /// </summary>
    public bool HasBegun { get; private set; }

    /// <summary>Whether the backend has ended the call, with an answer or a refusal of its own.</summary>
    public bool IsBackends { get; private set; }

    /// <summary>Another attempt begins: the client gets nothing of the earlier ones.</summary>
    public void Reset() => (_refusal, FirstAnswer, IsBackends) = (null, null, false);

    /// <param name="upstream">Its headers are there.</param>
    /// <param name="first">
    /// Whether to wait for the first message before the client gets anything; until then the call can be repeated.
    /// </param>
    /// <param name="patience">With the backend.</param>
    public async Task<AttemptResult<PassedResponse>> PassAsync(IUpstreamResponse upstream, bool first, BackendPatience patience)
    {
        if (upstream.HttpStatus != StatusCodes.Status200OK && upstream.Header(GrpcAnswer.StatusName) is null)
        {
            var kind = GatewayErrors.BackendFailedKind with { GrpcStatus = GrpcAnswer.OfHttp(upstream.HttpStatus) };
            var error = upstream.HttpStatus == StatusCodes.Status431RequestHeaderFieldsTooLarge
                ? GatewayErrors.BackendTakesLessMetadata : GatewayErrors.BackendFailed with { Kind = kind };
            return new(error, new GrpcAnswer { IsOfTheRequest = upstream.HttpStatus is >= 400 and < 500 });
        }

        if (IsTooLarge(upstream.Headers))
        {
            return new(GatewayErrors.BackendMetadataTooLarge, Answer: default(GrpcAnswer), IsFinal: true);
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

    /// <summary>Ends with an error, in the backend's own words if it sent any.</summary>
    public async Task RefuseAsync(Error error)
    {
        if (_isEnded)
        {
            return;
        }

        _isEnded = true;
        if (_hasHeaders)
        {
            await context.Response.StartAsync(); // the response may still be buffered: its status belongs in the trailers
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

    /// <param name="upstream">Read further when <paramref name="read"/> is not 0.</param>
    /// <param name="buffer">For what is read.</param>
    /// <param name="read">How many bytes of it were already read; below 0 when nothing was read yet.</param>
    /// <param name="patience">Limits the backend's time.</param>
    private async Task CopyAsync(IUpstreamResponse upstream, byte[] buffer, int read, BackendPatience patience)
    {
        var output = context.Response.BodyWriter;
        while (read != 0)
        {
            if (read > 0)
            {
                HasBegun = true;
                Write(output, buffer.AsSpan(0, read));
                metrics.Sent(read);
            }

            // Everything that is there is sent in one write, with the trailers if they are there too.
            var next = upstream.ReadAsync(buffer, patience.Token);
            if (!next.IsCompleted && read > 0)
            {
                try
                {
                    await patience.WhileTakenAsync(output.FlushAsync(patience.Token));
                }
                catch
                {
                    upstream.Dispose(); // ends the read, because its buffer will be reused
                    await ((Task)next.AsTask()).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                    throw;
                }
            }

            read = await next;
        }

        // Bytes that are left in the buffer while the call waits for the client keep Kestrel's writer busy with nothing: if its turn comes
        // for another reason, such as the headers or a window, it finds that there are some, has none to send, and tries again at once.
        if (!hasClientEnded())
        {
            await patience.WhileTakenAsync(output.FlushAsync(patience.Token));
        }
    }

    /// <summary>A writer that packs bytes, as for gRPC-Web as text, needs to be asked for more than what is left of a block.</summary>
    private static void Write(PipeWriter output, ReadOnlySpan<byte> bytes)
    {
        const int Least = 64;
        while (!bytes.IsEmpty)
        {
            var room = output.GetSpan(Least);
            var count = Math.Min(room.Length, bytes.Length);
            bytes[..count].CopyTo(room);
            output.Advance(count);
            bytes = bytes[count..];
        }
    }

    private AttemptResult<PassedResponse> End(IUpstreamResponse upstream)
    {
        var answer = GrpcAnswer.Of(upstream);
        if (answer.Status is null)
        {
            return new(IsForeign ? GatewayErrors.NoStatus : GatewayErrors.BackendFailed, answer, HasBegun);
        }

        if (IsTooLarge(upstream.Trailers))
        {
            return new(GatewayErrors.BackendMetadataTooLarge, answer, IsFinal: true);
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

        _hasHeaders = true;
        Copy(upstream.Trailers);

        return answer.Error is { } error ? new(error, answer, IsFinal: true) : new(this, answer, IsFinal: true);
    }

    private bool IsTooLarge(IEnumerable<KeyValuePair<string, string>> fields) => CallHeaders.SizeOf(fields) > maxMetadataBytes;

    /// <summary>
    /// The fields at the end of the response. In a trailers-only response these are all of its headers except the content type.
    /// </summary>
    private static IEnumerable<KeyValuePair<string, string>> EndOf(IUpstreamResponse upstream) =>
        upstream.Header(GrpcAnswer.StatusName) is null
            ? upstream.Trailers
            : upstream.Headers.Where(header => !header.Key.StartsWith("content-", StringComparison.OrdinalIgnoreCase));

    /// <summary>Sends these fields to the client: in the headers, or in the trailers if the headers are already sent.</summary>
    private void Copy(IEnumerable<KeyValuePair<string, string>> fields)
    {
        var target = _hasHeaders ? context.Features.GetRequiredFeature<IHttpResponseTrailersFeature>().Trailers : context.Response.Headers;
        foreach (var (name, value) in fields.Where(field => CallHeaders.Passes(field.Key)))
        {
            // Append would leave out an empty value.
            target[name] = StringValues.Concat(target[name], value);
        }
    }
}
