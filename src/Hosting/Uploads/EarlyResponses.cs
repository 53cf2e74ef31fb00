using Hosting.Errors;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Hosting.Uploads;

/// <summary>
/// How many requests of a connection may be answered before their end. Over HTTP/2 Kestrel then resets the stream (RFC 9113, section 8.1)
/// and keeps count of it for five seconds, for what may still arrive; with twice <see cref="Http2Limits.MaxStreamsPerConnection"/> of these
/// it refuses every further stream (ENHANCE_YOUR_CALM). So there are places for a quarter as many, and when all are taken, a file is read
/// although it is known.
/// </summary>
public sealed class EarlyResponses(IOptions<KestrelServerOptions> kestrel, TimeProvider time)
{
    /// <summary>Bytes that are read and dropped for a sender that streams on, so that it keeps its connection and its calls.</summary>
    public const long MaxDropped = 64 << 20;

    /// <summary>For what a sender has under way, and for one that streams on because its library does not tell it to stop.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>Half of the streams: one that is given time to end is still open, and leaves room for those that are at work.</summary>
    private readonly int _places = kestrel.Value.Limits.Http2.MaxStreamsPerConnection / 2;

    /// <param name="context">The request, not answered yet.</param>
    /// <param name="patient">
    /// The sender ends the stream by itself, as over gRPC: it is given time for that, and what it sends until then is dropped, so that
    /// nothing is reset. (Clients of others lose the whole connection by a reset: they go on sending to a stream that Kestrel has
    /// forgotten.) A sender of a raw body over HTTP/2 stops for nothing but a reset.
    /// </param>
    /// <returns>False when the body has to be read to its end before the answer.</returns>
    public bool TryTake(HttpContext context, bool patient)
    {
        if (!HttpProtocol.IsHttp2(context.Request.Protocol))
        {
            KeepOrClose(context);
            return true;
        }

        var places = PlacesOf(context);
        var patience = patient ? Patience : TimeSpan.Zero;
        if (places.Take(patience) is not { } place)
        {
            return false;
        }

        context.Features.Set(new Taken(places, place, patience));
        return true;
    }

    /// <summary>The request is answered: lets the response go out, and the sender end the stream.</summary>
    public async Task DrainAsync(HttpContext context)
    {
        if (context.IsRefusedUnread() && !TryTake(context, patient: context.Request.IsGrpc()))
        {
            await EndsAsync(context, Patience);
            return;
        }

        if (context.Features.Get<Taken>() is { } taken)
        {
            await context.Response.CompleteAsync();
            if (await EndsAsync(context, taken.Patience))
            {
                taken.Places.Return(taken.Place);
            }
        }
    }

    /// <summary>
    /// A sender that expects 100-continue and gets a final response instead does not send the body (RFC 9110, section 10.1.1): the
    /// connection cannot be kept, unless the body is chunked, and the sender ends it with its last chunk.
    /// </summary>
    private static void KeepOrClose(HttpContext context)
    {
        if (context.Request is { Headers.Expect.Count: > 0, ContentLength: not null } request && HttpProtocol.IsHttp11(request.Protocol))
        {
            context.Response.Headers.Connection = "close";
        }
    }

    /// <summary>Drops what comes, within bounds.</summary>
    private async Task<bool> EndsAsync(HttpContext context, TimeSpan patience)
    {
        using var enough = new CancellationTokenSource(patience, time);
        var body = context.Request.BodyReader;
        var dropped = 0L;
        try
        {
            while (dropped <= MaxDropped)
            {
                var read = await body.ReadAsync(enough.Token);
                dropped += read.Buffer.Length;
                body.AdvanceTo(read.Buffer.End);
                if (read.IsCompleted)
                {
                    return true;
                }
            }

            return false;
        }
        catch (OperationCanceledException) when (!context.RequestAborted.IsCancellationRequested)
        {
            return false;
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            return true; // reset by the sender
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

    private sealed record Taken(StreamResetBudget Places, long Place, TimeSpan Patience);
}
