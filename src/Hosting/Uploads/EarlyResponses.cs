using Hosting.Errors;
using Hosting.Requests;
using Microsoft.AspNetCore.Server.Kestrel.Core;
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
/// Kestrel tracks a stream that it reset for five seconds, because more of it may arrive. With twice <see
/// cref="Http2Limits.MaxStreamsPerConnection"/> of these it refuses every further stream (ENHANCE_YOUR_CALM). So at most half of the
/// streams that a connection may have are reset; beyond that, a file is read to its end.
/// </remarks>
public sealed class EarlyResponses(
    IOptions<KestrelServerOptions> kestrel, IOptions<UnwantedLimits> limits, TimeProvider time)
{
    /// <summary>
    /// The request header, with the value <c>true</c>, of a sender that ends its stream in order when the answer comes early: it gets that
    /// answer at once.
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

        var ends = context.Request.Headers[EndsWhenAnswered] == "true";
        if (!ends && !waits && context.Request.Headers.Expect.Count == 0)
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

    /// <summary>
    /// The request is answered: lets the response be sent, and the sender end the stream. A raw sender gets no part of the response before,
    /// because Go's client then stops to send and waits for its end, and curl stops with an error.
    /// </summary>
    public async Task DrainAsync(HttpContext context)
    {
        GrpcFraming.Uncheck(context);
        var taken = context.Features.Get<Taken>();
        if (UnwantedRest.HasEnded(context, out var hasCome))
        {
            taken?.Return();
            return;
        }

        var rest = new UnwantedRest(context, time, limits.Value.MaxBytes);
        var bears = taken is not null && (taken.Ends || !hasCome);
        if (!bears && await rest.EndsUnlessWaitingAsync())
        {
            taken?.Return();
            return;
        }

        taken ??= Take(context, ends: false);
        if ((taken is null && await rest.EndsAsync()) || !context.Request.IsGrpc())
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
        return places.Take() is { } place ? new(places, place, ends) : null;
    }

    /// <param name="Ends">The sender ends the stream, whatever it has sent. Others bear a reset while they have sent nothing.</param>
    private sealed record Taken(StreamResetBudget Places, long Place, bool Ends)
    {
        public void Return() => Places.Return(Place);
    }
}
