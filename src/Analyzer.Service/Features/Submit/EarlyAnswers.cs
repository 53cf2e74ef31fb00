using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// How many requests of a connection may be answered before their end. Over HTTP/2 Kestrel then resets the stream (RFC 9113, section 8.1) and keeps
/// count of it for five seconds, for what may still arrive; with twice <see cref="Http2Limits.MaxStreamsPerConnection"/> of these it refuses every
/// further stream (ENHANCE_YOUR_CALM). So there are places for a quarter as many, and when they are taken, a file is read although it is known.
/// </summary>
internal sealed class EarlyAnswers(IOptions<KestrelServerOptions> kestrel, TimeProvider time)
{
    /// <summary>A round trip, at leisure.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    /// <summary>Half of the streams: one that is given time to end is still open, and leaves room for those that are at work.</summary>
    private readonly int _places = kestrel.Value.Limits.Http2.MaxStreamsPerConnection / 2;

    /// <param name="context">The request, not answered yet.</param>
    /// <param name="patient">
    /// The sender stops by itself when it has the answer, as over gRPC: it is given time to end the stream, and then nothing is reset. Who sends a raw
    /// body over HTTP/2 stops for nothing but a reset.
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
        if (!places.TryTake())
        {
            return false;
        }

        context.Features.Set(new Taken(places, patient ? Patience : TimeSpan.Zero));
        return true;
    }

    /// <summary>The endpoint has answered: lets the answer go out, and the sender end the stream.</summary>
    public async Task SettleAsync(HttpContext context)
    {
        if (context.Features.Get<Taken>() is { } taken)
        {
            await context.Response.CompleteAsync();
            if (await EndsAsync(context, taken.Patience))
            {
                taken.Places.Return();
            }
        }
    }

    /// <summary>
    /// Who expects 100-continue and gets a final answer instead does not send the body (RFC 9110, section 10.1.1): the connection cannot be kept,
    /// unless the body is chunked, and the sender ends it with its last chunk.
    /// </summary>
    private static void KeepOrClose(HttpContext context)
    {
        if (context.Request is { Headers.Expect.Count: > 0, ContentLength: not null } request && HttpProtocol.IsHttp11(request.Protocol))
        {
            context.Response.Headers.Connection = "close";
        }
    }

    /// <summary>Looks at what comes without taking it, so that the sender is given no window to send more.</summary>
    private async Task<bool> EndsAsync(HttpContext context, TimeSpan patience)
    {
        using var enough = new CancellationTokenSource(patience, time);
        var body = context.Request.BodyReader;
        try
        {
            while (true)
            {
                var read = await body.ReadAsync(enough.Token);
                body.AdvanceTo(read.Buffer.Start, read.Buffer.End);
                if (read.IsCompleted)
                {
                    return true;
                }
            }
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

    private ResetPlaces PlacesOf(HttpContext context)
    {
        var items = context.Features.GetRequiredFeature<IConnectionItemsFeature>().Items;
        lock (items)
        {
            if (items.TryGetValue(typeof(ResetPlaces), out var places))
            {
                return (ResetPlaces)places!;
            }

            var first = new ResetPlaces(_places, time);
            items[typeof(ResetPlaces)] = first;
            return first;
        }
    }

    private sealed record Taken(ResetPlaces Places, TimeSpan Patience);
}
