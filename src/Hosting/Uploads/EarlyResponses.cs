using Hosting.Errors;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Hosting.Uploads;

/// <summary>
/// Limits how many requests of a connection may be answered before their end. Over HTTP/2 Kestrel then resets the stream (RFC 9113, section
/// 8.1) and tracks it for five seconds, because more of it may arrive. With twice <see cref="Http2Limits.MaxStreamsPerConnection"/> of
/// these it refuses every further stream (ENHANCE_YOUR_CALM). So at most half of the streams that a connection may have are
/// answered early; beyond that, a file is read although it is known.
/// </summary>
public sealed class EarlyResponses(IOptions<KestrelServerOptions> kestrel, TimeProvider time)
{
    /// <summary>Bytes that are read and dropped for a sender that continues, so that it keeps its connection and its other calls.</summary>
    public const long MaxDropped = 64 << 20;

    /// <summary>Half of the streams: a stream that is given time to end is still open, and has to leave room for active ones.</summary>
    private readonly int _places = kestrel.Value.Limits.Http2.MaxStreamsPerConnection / 2;

    /// <param name="context">The request, not answered yet.</param>
    /// <param name="sender">What its sender does when the answer comes before its end.</param>
    /// <returns>False when the body has to be read to its end before the answer.</returns>
    public bool TryTake(HttpContext context, EarlySender sender)
    {
        if (!HttpProtocol.IsHttp2(context.Request.Protocol))
        {
            KeepOrClose(context);
            return true;
        }

        var places = PlacesOf(context);
        var patience = sender == EarlySender.StopsOnReset ? TimeSpan.Zero : UnwantedRest.Patience;
        if (places.Take(patience) is not { } place)
        {
            return false;
        }

        context.Features.Set(new Taken(places, place, sender));
        return true;
    }

    /// <summary>The request is answered: lets the response be sent, and the sender end the stream.</summary>
    public async Task DrainAsync(HttpContext context)
    {
        var rest = new UnwantedRest(context, time);
        if (context.IsRefusedUnread() && !TryTake(context, SenderOf(context.Request)))
        {
            await rest.EndsAsync();
        }
        else if (context.Features.Get<Taken>() is { } taken && await AnswerAsync(context, taken.Sender, rest))
        {
            taken.Places.Return(taken.Place);
        }
    }

    private static EarlySender SenderOf(HttpRequest request) => request.IsGrpc() ? EarlySender.MayStreamOn : EarlySender.StopsOnReset;

    /// <returns>Whether the sender has ended the stream.</returns>
    private static async Task<bool> AnswerAsync(HttpContext context, EarlySender sender, UnwantedRest rest)
    {
        if (sender == EarlySender.MayStreamOn && await rest.EndsUnlessWaitingAsync())
        {
            return true;
        }

        await context.Response.CompleteAsync();
        return sender != EarlySender.StopsOnReset && await rest.EndsAsync();
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

    private StreamResetBudget PlacesOf(HttpContext context)
    {
        var items = context.Features.GetRequiredFeature<IConnectionItemsFeature>().Items;
        lock (items)
        {
            if (items.TryGetValue(typeof(StreamResetBudget), out var places))
            {
                return (StreamResetBudget)places!;
            }

            var first = new StreamResetBudget(_places, time);
            items[typeof(StreamResetBudget)] = first;
            return first;
        }
    }

    private sealed record Taken(StreamResetBudget Places, long Place, EarlySender Sender);
}
