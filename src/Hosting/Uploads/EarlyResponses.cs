using Hosting.Errors;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Hosting.Uploads;

/// <summary>
/// Limits how many requests of a connection may be answered before their end. Over HTTP/2 Kestrel then resets the stream (RFC 9113, section
/// 8.1) and tracks it for five seconds, because more of it may arrive. With twice <see cref="Http2Limits.MaxStreamsPerConnection"/> of
/// these it refuses every further stream (ENHANCE_YOUR_CALM). So only a quarter as many are allowed at once; beyond that, a file is read
/// although it is known.
/// </summary>
public sealed class EarlyResponses(IOptions<KestrelServerOptions> kestrel, TimeProvider time)
{
    /// <summary>Bytes that are read and dropped for a sender that continues, so that it keeps its connection and its other calls.</summary>
    public const long MaxDropped = 64 << 20;

    /// <summary>Time for the bytes that a sender has under way, and for a sender whose library does not tell it to stop.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>Half of the streams: a stream that is given time to end is still open, and has to leave room for active ones.</summary>
    private readonly int _places = kestrel.Value.Limits.Http2.MaxStreamsPerConnection / 2;

    /// <param name="context">The request, not answered yet.</param>
    /// <param name="patient">
    /// The sender will end the stream by itself, as over gRPC: it gets time for that, and its bytes are dropped meanwhile, so that nothing
    /// is reset. (A reset would cost some clients the whole connection, because they continue to send to a stream that Kestrel has
    /// forgotten.) The sender of a raw body over HTTP/2 stops only for a reset.
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

    /// <summary>The request is answered: lets the response be sent, and the sender end the stream.</summary>
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

    /// <summary>Drops what arrives, within limits.</summary>
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
