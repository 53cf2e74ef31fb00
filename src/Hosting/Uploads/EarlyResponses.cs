using Hosting.Errors;
using Hosting.Requests;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Hosting.Uploads;

/// <summary>
/// Answers before the end of a body. Over HTTP/2 the answer and its trailers come at once, then Kestrel resets the stream (RFC 9113,
/// section 8.1): for a sender of a raw body, and for one over gRPC that is known to bear it. Others over gRPC send what they are just
/// writing after their own reset, for which Kestrel ends the connection with all calls on it: the rest of their file is read and dropped,
/// which costs a tenth of its analysis, and then they get their answer.
/// </summary>
/// <remarks>
/// Kestrel tracks a stream that it reset for five seconds, because more of it may arrive. With twice <see
/// cref="Http2Limits.MaxStreamsPerConnection"/> of these it refuses every further stream (ENHANCE_YOUR_CALM). So at most half of the
/// streams that a connection may have are reset; beyond that, a file is read to its end.
/// </remarks>
public sealed class EarlyResponses(IOptions<KestrelServerOptions> kestrel, TimeProvider time)
{
    /// <summary>
    /// The request header, with the value <c>true</c>, of a sender over gRPC that ends its stream in order when the answer comes early: it
    /// gets that answer at once.
    /// </summary>
    public const string EndsWhenAnswered = "ends-when-answered";

    /// <summary>Half of the streams: a stream that is given time to end is still open, and has to leave room for active ones.</summary>
    private readonly int _places = kestrel.Value.Limits.Http2.MaxStreamsPerConnection / 2;

    /// <returns>Null when the request shares no window with others.</returns>
    public ConnectionWindow? WindowOf(HttpContext context) =>
        HttpProtocol.IsHttp2(context.Request.Protocol) ? context.OfConnection(() => new ConnectionWindow(time)) : null;

    /// <param name="context">The request, not answered yet.</param>
    /// <param name="waits">Its sender has said that it sends nothing before it is asked to.</param>
    /// <returns>False when the body has to be read to its end before the answer.</returns>
    public bool TryTake(HttpContext context, bool waits = false)
    {
        if (!HttpProtocol.IsHttp2(context.Request.Protocol))
        {
            KeepOrClose(context);
            return true;
        }

        var isGrpc = context.Request.IsGrpc();
        var ends = isGrpc && context.Request.Headers[EndsWhenAnswered] == "true";
        if (isGrpc && !ends && !waits)
        {
            return true; // DrainAsync reads the rest
        }

        if (Take(context, ends) is not { } taken)
        {
            return false;
        }

        context.Features.Set(taken);
        return true;
    }

    /// <summary>The request is answered: lets the response be sent, and the sender end the stream.</summary>
    public async Task DrainAsync(HttpContext context)
    {
        GrpcFraming.Uncheck(context);
        var taken = context.Features.Get<Taken>();
        var isGrpc = context.Request.IsGrpc();
        if (!isGrpc && (taken is not null || !context.Response.HasStarted))
        {
            return; // Kestrel resets the stream. A status alone gets its body outside of this.
        }

        if (UnwantedRest.HasEnded(context, out var hasCome))
        {
            taken?.Return();
            return;
        }

        var rest = new UnwantedRest(context, time);
        var bears = !isGrpc || (taken is not null && (taken.Ends || !hasCome));
        if (!bears && await rest.EndsUnlessWaitingAsync())
        {
            taken?.Return();
            return;
        }

        taken ??= Take(context, ends: false);
        if ((taken is null && await rest.EndsAsync()) || !isGrpc)
        {
            return;
        }

        await context.Response.CompleteAsync();
        if (await rest.EndsAsync())
        {
            taken?.Return();
        }
    }

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

    private Taken? Take(HttpContext context, bool ends)
    {
        var places = context.OfConnection(() => new StreamResetBudget(_places, time));
        var patience = context.Request.IsGrpc() ? UnwantedRest.Patience : TimeSpan.Zero;
        return places.Take(patience) is { } place ? new(places, place, ends) : null;
    }

    /// <param name="Ends">The sender ends the stream, whatever it has sent. Others bear a reset while they have sent nothing.</param>
    private sealed record Taken(StreamResetBudget Places, long Place, bool Ends)
    {
        public void Return() => Places.Return(Place);
    }
}
