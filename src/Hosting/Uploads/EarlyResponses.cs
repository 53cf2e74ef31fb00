using Hosting.Errors;
using Hosting.Requests;
using Microsoft.Extensions.Options;

namespace Hosting.Uploads;

/// <summary>
/// Answers before the end of a body. Over HTTP/2 RFC 9113 (section 8.1) has the answer at once and then a reset of the stream. That is for
/// a sender that says it bears it, and for one that waits and has sent nothing. All others lose the answer or even the connection: curl
/// fails with a stream error, grpcio and Node's http2 send into the reset stream, for which Kestrel ends the connection with all calls on
/// it, and Java's HttpClient stalls. The rest of their file is read and dropped, which costs a tenth of its analysis, and then they have
/// their answer.
/// </summary>
/// <remarks>
/// Kestrel tracks a stream that it reset for five seconds, because more of it may arrive. With twice as many as a connection may have open
/// it refuses every further one (ENHANCE_YOUR_CALM). An answered stream counts as open while its sender has time to end it, and that time
/// is longer: so no more are reset in five seconds than may be open, and both together stay below the limit.
/// </remarks>
public sealed class EarlyResponses(IOptions<UnwantedLimits> limits, TimeProvider time)
{
    /// <summary>
    /// The request header, with the value <c>true</c>, of a sender that ends its stream in order when the answer comes early: it gets that
    /// answer at once.
    /// </summary>
    public const string EndsWhenAnswered = "ends-when-answered";

    /// <returns>Null when the request shares no window with others.</returns>
    public ConnectionWindow? WindowOf(HttpContext context) =>
        HttpProtocol.IsHttp2(context.Request.Protocol) ? context.OfConnection(() => new ConnectionWindow(time)) : null;

    /// <summary>The response comes before the body is read.</summary>
    /// <param name="context">The request, not answered yet.</param>
    /// <param name="waits">Its sender has said that it sends nothing before it is asked to.</param>
    public static void Begin(HttpContext context, bool waits = false)
    {
        if (!HttpProtocol.IsHttp2(context.Request.Protocol))
        {
            KeepOrClose(context);
        }
        else if (waits)
        {
            context.Features.Set(Waiting.Instance);
        }
    }

    /// <summary>
    /// Before the response is sent, or the end of it over gRPC: a raw sender gets no part of it before, because Go's client then stops to
    /// send and waits for its end, and curl stops with an error.
    /// </summary>
    /// <returns>Null when the sender has ended the stream. Otherwise it has time for that once it has the response.</returns>
    internal async Task<UnwantedRest?> DrainAsync(HttpContext context)
    {
        GrpcFraming.Uncheck(context);
        if (UnwantedRest.HasEnded(context, out var hasCome))
        {
            return null;
        }

        if (context.Request.IsGrpc() && context.Response.HasStarted)
        {
            // A message that was written and not flushed would keep Kestrel's writer busy meanwhile (dotnet/aspnetcore, Http2FrameWriter).
            await context.Response.BodyWriter.FlushAsync();
        }

        var rest = new UnwantedRest(context, time, limits.Value.MaxBytes);
        return Bears(context, hasCome) || !await rest.EndsUnlessWaitingAsync() ? rest : null;
    }

    /// <summary>Senders that end the stream themselves bear a reset whatever they have sent; others while they have sent nothing.</summary>
    private static bool Bears(HttpContext context, bool hasCome) =>
        context.Request.Headers[EndsWhenAnswered] == "true"
        || (!hasCome && (context.Features.Get<Waiting>() is not null || context.Request.Headers.Expect.Count > 0));

    /// <summary>
    /// A sender that expects 100-continue and gets a final response does not send the body (RFC 9110, section 10.1.1). The connection
    /// cannot be kept then, unless the body is chunked, and the sender ends it with its last chunk.
    /// </summary>
    private static void KeepOrClose(HttpContext context)
    {
        if (context.Request is { Headers.Expect.Count: > 0, ContentLength: not null } request && HttpProtocol.IsHttp11(request.Protocol))
        {
            context.Response.Headers.Connection = "close";
        }
    }

    private sealed class Waiting
    {
        public static Waiting Instance { get; } = new();
    }
}
