using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Microsoft.Extensions.Options;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;
using Sigma.Streams.Settings;
using Sigma.Streams.Sources;

namespace Sigma.Streams.Serving;

/// <summary><c>POST /v1/events</c>: NDJSON. The answer is sent when all sinks have the results.</summary>
internal static class EventsEndpoint
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    internal static readonly ErrorKind Busy = new(
        "busy", "Too many bodies at once", StatusCodes.Status429TooManyRequests, StatusCode.ResourceExhausted);

    internal static readonly ErrorKind Unavailable = new(
        "unavailable", "Events cannot be taken now", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);

    /// <summary>The body ends in the middle of a record.</summary>
    internal static readonly ErrorKind Malformed = new(
        "malformed", "The body is malformed", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    /// <summary>For a body for which there is no room.</summary>
    internal static readonly Error Full = new(Busy, "Other bodies use all the memory. Send the events again after 1 s.", RetryAfter);

    public static void MapEvents(this IEndpointRouteBuilder routes) =>
        routes.MapPost("/v1/events", PostAsync).RequireScope(Scopes.Submit).Describe(ServingApi.PostEvents);

    private static async Task<IResult> PostAsync(
        HttpContext context, HttpSource source, BodyRoom room, Judge judge, IOptions<SigmaLimits> limits, TimeProvider time)
    {
        using var body = new GrowingBody(limits.Value.MaxBodyBytes, room);
        if (await body.ReadAsync(context.Request, time) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        if (source.Intake is not { } intake)
        {
            return new Error(Unavailable, "The service starts or stops. Send the events again after 1 s.", RetryAfter).ToProblem(context);
        }

        using var unpacked = new GrowingBody(limits.Value.MaxBodyBytes, room);
        if (PackedBody.Unpack(context.Request.Headers.ContentEncoding.ToString(), body, unpacked).IsError(out var broken, out var bytes))
        {
            return broken.ToProblem(context);
        }

        var key = context.Request.Headers["Idempotency-Key"];
        var lines = EventLines.Split(bytes, limits.Value.MaxBodyRecords, source, judge.Rules.Unwrapper, key);
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
            return Results.Json(new EventsTaken(outcome.Accepted, outcome.Dead, outcome.Alerts, outcome.Correlating));
        }
        catch (Exception exception) when (exception is IOException or System.Threading.Channels.ChannelClosedException
            || (exception is OperationCanceledException && !context.RequestAborted.IsCancellationRequested))
        {
            return new Error(
                Unavailable, "The service stops. Some events may have been evaluated. Send all again.", RetryAfter).ToProblem(context);
        }
    }
}
