using Hosting.Access;
using Hosting.Errors;
using Hosting.Web.Api;
using Sigma.Streams.Alerts;
using System.Buffers;
using System.Globalization;
using System.Text;

namespace Sigma.Streams.Serving;

/// <summary><c>/v1/alerts</c>, and the same live.</summary>
internal static class AlertsEndpoints
{
    internal const int MaxLimit = 1000;
    internal const int DefaultLimit = 100;

    private static readonly TimeSpan KeepAlive = TimeSpan.FromSeconds(15);

    public static void MapAlerts(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/v1/alerts", ListAsync).RequireScope(Scopes.Read).Describe(ServingApi.ListAlerts);
        routes.MapGet("/v1/alerts/stream", StreamAsync).RequireScope(Scopes.Read).Describe(ServingApi.StreamAlerts);
    }

    /// <param name="rule">The rule; null for all.</param>
    /// <param name="before">Alerts older than the one with this number; null for the newest.</param>
    /// <param name="limit">The most alerts, 1 to 1,000.</param>
    private static async Task<IResult> ListAsync(string? rule, long? before, int? limit, HttpContext context, AlertBoard board)
    {
        if (limit is < 1 or > MaxLimit || before < 1)
        {
            return new Error(ErrorKind.InvalidArgument, $"limit has to be 1 to {MaxLimit}, and before the number of an alert.")
                .ToProblem(context);
        }

        var alerts = board.Before(before ?? long.MaxValue, rule, limit ?? DefaultLimit);
        var buffer = new ArrayBufferWriter<byte>();
        buffer.Write("{\"alerts\":["u8);
        foreach (var (place, alert) in alerts.Index())
        {
            buffer.Write(place == 0 ? "{\"number\":"u8 : ",{\"number\":"u8);
            buffer.Write(Encoding.ASCII.GetBytes(alert.Number.ToString(CultureInfo.InvariantCulture)));
            buffer.Write(",\"alert\":"u8);
            AlertJson.Write(buffer, alert.Alert);
            buffer.Write("}"u8);
        }

        buffer.Write("]}"u8);
        context.Response.ContentType = "application/json";
        await context.Response.BodyWriter.WriteAsync(buffer.WrittenMemory, context.RequestAborted);
        return Results.Empty;
    }

    /// <summary>
    /// Server-sent events: one per alert, with its number as id, so that a browser that reconnects continues after its last one. A slow
    /// reader is told how many it missed. The stream ends when the key that opened it is no longer valid.
    /// </summary>
    /// <param name="after">Begins after the alert with this number; null for new alerts only.</param>
    private static async Task StreamAsync(
        long? after, HttpContext context, AlertBoard board, IHostApplicationLifetime lifetime, TimeProvider time)
    {
        var shutOut = context.AccessEnded();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, lifetime.ApplicationStopping, shutOut);
        var last = long.TryParse(context.Request.Headers["Last-Event-ID"], CultureInfo.InvariantCulture, out var id) ? id : after;

        // A number in the future belongs to an earlier run: the reader knows none of this run's alerts.
        var known = last is null ? board.Last : last <= board.Last ? last.Value : 0;
        context.Response.ContentType = "text/event-stream";
        context.Response.Headers.CacheControl = "no-store";
        try
        {
            await WriteAsync(context, ": alerts as they come\n\n"u8.ToArray(), stop.Token);
            while (true)
            {
                try
                {
                    await board.NextAsync(known).WaitAsync(KeepAlive, time, stop.Token);
                }
                catch (TimeoutException)
                {
                    await WriteAsync(context, ":\n\n"u8.ToArray(), stop.Token);
                    continue;
                }

                var alerts = board.After(known, DefaultLimit);
                var buffer = new ArrayBufferWriter<byte>();
                if (alerts[0].Number > known + 1)
                {
                    buffer.Write(Encoding.ASCII.GetBytes($"event: missed\ndata: {alerts[0].Number - known - 1}\n\n"));
                }

                foreach (var (number, alert) in alerts)
                {
                    buffer.Write(Encoding.ASCII.GetBytes($"id: {number}\ndata: "));
                    AlertJson.Write(buffer, alert);
                    buffer.Write("\n\n"u8);
                }

                known = alerts[^1].Number;
                shutOut.ThrowIfCancellationRequested(); // the other token hears of it a moment later
                await WriteAsync(context, buffer.WrittenMemory, stop.Token);
            }
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested || shutOut.IsCancellationRequested)
        {
            // The reader left, its key is no longer valid, or the service stops.
        }
    }

    private static async Task WriteAsync(HttpContext context, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        await context.Response.BodyWriter.WriteAsync(bytes, cancellationToken);
        await context.Response.BodyWriter.FlushAsync(cancellationToken);
    }
}
