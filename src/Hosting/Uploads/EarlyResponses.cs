using Hosting.Errors;
using Hosting.Requests;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Hosting.Uploads;

/// <summary>
/// Limits how many requests of a connection may be answered before their end. Over HTTP/2 Kestrel then resets the stream (RFC 9113, section
/// 8.1) and tracks it for five seconds, because more of it may arrive. With twice <see cref="Http2Limits.MaxStreamsPerConnection"/> of
/// these it refuses every further stream (ENHANCE_YOUR_CALM). So at most half of the streams that a connection may have are
/// answered early; beyond that, a known file is read, and the rest of a refused one for as long as <see cref="UnwantedRest"/> has patience.
/// </summary>
public sealed class EarlyResponses(IOptions<KestrelServerOptions> kestrel, TimeProvider time)
{
    /// <summary>
    /// The request header, with the value <c>true</c>, of a sender over gRPC that ends its stream in order when the answer comes early: it
    /// gets that answer at once.
    /// </summary>
    public const string EndsWhenAnswered = "ends-when-answered";

    /// <summary>Half of the streams: a stream that is given time to end is still open, and has to leave room for active ones.</summary>
    private readonly int _places = kestrel.Value.Limits.Http2.MaxStreamsPerConnection / 2;

    /// <param name="context">The request, not answered yet.</param>
    /// <param name="waits">Its sender has said that it sends nothing before it is asked to.</param>
    /// <returns>False when the body has to be read to its end before the answer. <see cref="DrainAsync"/> does that for refusals.</returns>
    public bool TryTake(HttpContext context, bool waits = false)
    {
        if (!HttpProtocol.IsHttp2(context.Request.Protocol))
        {
            KeepOrClose(context);
            return true;
        }

        if (Take(context, SenderOf(context.Request, waits)) is not { } taken)
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

        using var rest = new UnwantedRest(context, Of<StreamHold>(context, static () => new()), time);

        // Without a place until now: it is refused, before it was read or in the middle.
        taken ??= Take(context, SenderOf(context.Request, waits: false));
        var ends = taken is null && await rest.EndsAsync();
        if (isGrpc && !ends)
        {
            var sender = taken is null || (taken.Sender == EarlySender.Waits && hasCome) ? EarlySender.MayStreamOn : taken.Sender;
            if (await AnswerAsync(context, sender, rest))
            {
                taken?.Return();
            }
        }
    }

    private static EarlySender SenderOf(HttpRequest request, bool waits) =>
        !request.IsGrpc() ? EarlySender.StopsOnReset
        : request.Headers[EndsWhenAnswered] == "true" ? EarlySender.Ends
        : waits ? EarlySender.Waits
        : EarlySender.MayStreamOn;

    /// <returns>Whether the sender has ended the stream.</returns>
    private static async Task<bool> AnswerAsync(HttpContext context, EarlySender sender, UnwantedRest rest)
    {
        if (sender == EarlySender.MayStreamOn && await rest.EndsUnlessWaitingAsync())
        {
            return true;
        }

        await context.Response.CompleteAsync();
        return await rest.EndsAsync();
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

    private Taken? Take(HttpContext context, EarlySender sender)
    {
        var places = Of(context, () => new StreamResetBudget(_places, time));
        var patience = sender == EarlySender.StopsOnReset ? TimeSpan.Zero : UnwantedRest.Longest;
        return places.Take(patience) is { } place ? new(places, place, sender) : null;
    }

    /// <returns>The one of the request's connection.</returns>
    private static T Of<T>(HttpContext context, Func<T> make)
        where T : class
    {
        var items = context.Features.GetRequiredFeature<IConnectionItemsFeature>().Items;
        lock (items)
        {
            if (items.TryGetValue(typeof(T), out var known))
            {
                return (T)known!;
            }

            var first = make();
            items[typeof(T)] = first;
            return first;
        }
    }

    private sealed record Taken(StreamResetBudget Places, long Place, EarlySender Sender)
    {
        public void Return() => Places.Return(Place);
    }
}
