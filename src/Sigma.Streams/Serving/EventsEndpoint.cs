using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;
using Sigma.Streams.Flow;
using Sigma.Streams.Settings;
using Sigma.Streams.Sources;

namespace Sigma.Streams.Serving;

/// <summary><c>POST /v1/events</c>: NDJSON. The answer comes when all sinks have what came of it.</summary>
internal static class EventsEndpoint
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    /// <summary>The body has too many bytes or records.</summary>
    internal static readonly ErrorKind TooLarge = new(
        "too-large", "The body is too long", StatusCodes.Status413PayloadTooLarge, StatusCode.InvalidArgument);

    private static readonly ErrorKind Busy = new(
        "busy", "Too many bodies at once", StatusCodes.Status429TooManyRequests, StatusCode.ResourceExhausted);

    private static readonly ErrorKind Unavailable = new(
        "unavailable", "Events are not taken now", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);

    /// <summary>The body ends in the middle of a record.</summary>
    internal static readonly ErrorKind Malformed = new(
        "malformed", "The body is malformed", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    public static void MapEvents(this IEndpointRouteBuilder routes) =>
        routes.MapPost("/v1/events", PostAsync).RequireScope(Scopes.Submit);

    private static async Task<IResult> PostAsync(
        HttpContext context, HttpSource source, BodyRoom room, IOptions<SigmaLimits> limits)
    {
        var limit = limits.Value.MaxBodyBytes;
        if (context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } size)
        {
            size.MaxRequestBodySize = limit;
        }

        using var body = new GrowingBody(room, limit);
        try
        {
            if (!await body.TryReadAsync(context.Request.Body, context.RequestAborted))
            {
                return new Error(Busy, "Other bodies take all the room. Send the events again after 1 s.", RetryAfter).ToProblem(context);
            }
        }
        catch (BadHttpRequestException bad) when (bad.StatusCode == StatusCodes.Status413PayloadTooLarge)
        {
            return new Error(TooLarge, $"A body may have at most {limit} bytes: send the events in several requests.").ToProblem(context);
        }

        if (source.Intake is not { } intake)
        {
            return new Error(Unavailable, "The service starts or stops. Send the events again after 1 s.", RetryAfter).ToProblem(context);
        }

        var lines = EventLines.Split(body.Bytes, limits.Value.MaxBodyRecords, source, context.Request.Headers["Idempotency-Key"]);
        return lines.IsError(out var error, out var records)
            ? error.ToProblem(context)
            : await TakeAsync(context, intake, records);
    }

    private static async Task<IResult> TakeAsync(HttpContext context, IIntake intake, StreamRecord[] records)
    {
        try
        {
            var pending = await intake.TakeAsync(new(HttpSource.Name, records, []), context.RequestAborted);
            var outcome = await pending.Delivered.WaitAsync(context.RequestAborted);
            return Results.Json(new { outcome.Accepted, outcome.Dead, outcome.Alerts });
        }
        catch (Exception exception) when (exception is IOException or System.Threading.Channels.ChannelClosedException
            || (exception is OperationCanceledException && !context.RequestAborted.IsCancellationRequested))
        {
            return new Error(
                Unavailable, "The service stops. Some of the events may have been judged: send them again.", RetryAfter).ToProblem(context);
        }
    }
}
