using System.Text.Json;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Journal.Features.Doors;
using Journal.Features.Http;

namespace Journal.Features.Splunk;

/// <summary>
/// Splunk's HTTP Event Collector: <c>/services/collector</c> and <c>/event</c>, <c>/raw</c>, <c>/ack</c> and <c>/health</c> below it. The
/// answer comes when all events are on the disk, so whatever has an <c>ackId</c> is there.
/// </summary>
internal static class HecEndpoints
{
    private const string Root = "/services/collector";
    private const string Channel = "X-Splunk-Request-Channel";

    public static void MapSplunk(this IEndpointRouteBuilder routes)
    {
        var answered = new AnsweredRequests();
        foreach (var path in (string[])["", "/event", "/event/1.0"])
        {
            routes.MapPost(Root + path, (HttpContext context, RequestIntake intake) => PostAsync(context, intake, answered, isRaw: false))
                .RequireScope(Scopes.Submit).Describe(DoorsApi.HecEvents(path));
        }

        foreach (var path in (string[])["/raw", "/raw/1.0"])
        {
            routes.MapPost(Root + path, (HttpContext context, RequestIntake intake) => PostAsync(context, intake, answered, isRaw: true))
                .RequireScope(Scopes.Submit).Describe(DoorsApi.HecLines(path));
        }

        routes.MapPost($"{Root}/ack", (HttpContext context, RequestIntake intake) => AckAsync(context, intake, answered))
            .RequireScope(Scopes.Submit).Describe(DoorsApi.HecAck);
        foreach (var path in (string[])["/health", "/health/1.0"])
        {
            routes.MapGet(Root + path, () => Answer(StatusCodes.Status200OK, "HEC is healthy", 17))
                .AllowAnonymous().Describe(DoorsApi.HecHealth(path));
        }
    }

    private static async Task<IResult> PostAsync(HttpContext context, RequestIntake intake, AnsweredRequests answered, bool isRaw)
    {
        using var body = intake.NewBody();
        if (await intake.ReadAsync(context, body) is { } unread)
        {
            return Refused(context, unread).EndSlowSender(context);
        }

        StoredRecords stored;
        try
        {
            stored = await intake.StoreAsync(
                context, isRaw ? HecEvents.OfLines(body.Bytes, context.Request.Query) : HecEvents.OfJson(body.Bytes));
        }
        catch (HecException wrong)
        {
            intake.Refuse(context, body.Bytes, $"{wrong.Message}, in event {wrong.Number} of the request.");
            return DoorAnswer.Of(
                StatusCodes.Status400BadRequest, DoorAnswer.JsonType,
                JsonSerializer.Serialize(new Dictionary<string, object>
                {
                    ["text"] = wrong.Message,
                    ["code"] = wrong.Code,
                    ["invalid-event-number"] = wrong.Number,
                }));
        }

        if (stored.Error is { } error)
        {
            if (!error.Kind.IsFailure)
            {
                intake.Refuse(context, body.Bytes, error.Detail);
            }

            return Refused(context, error);
        }

        if (stored.Count == 0)
        {
            return Answer(StatusCodes.Status400BadRequest, "No data", 5);
        }

        var isAcked = context.Request.Headers[Channel].Count > 0 || context.Request.Query["channel"].Count > 0;
        return isAcked
            ? Results.Json(new { text = "Success", code = 0, ackId = answered.Next() })
            : Answer(StatusCodes.Status200OK, "Success", 0);
    }

    /// <summary>Numbers that this process has given are true; after a restart nobody knows them, and the sender sends again.</summary>
    private static async Task<IResult> AckAsync(HttpContext context, RequestIntake intake, AnsweredRequests answered)
    {
        using var body = intake.NewBody();
        if (await intake.ReadAsync(context, body) is { } unread)
        {
            return Refused(context, unread).EndSlowSender(context);
        }

        try
        {
            var acks = JsonSerializer.Deserialize<AckQuestion>(body.Bytes.Span, JsonSerializerOptions.Web)?.Acks ?? [];
            return Results.Json(new { acks = acks.Distinct().ToDictionary(id => $"{id}", answered.Has) });
        }
        catch (JsonException)
        {
            return Answer(StatusCodes.Status400BadRequest, "Invalid data format", 6);
        }
    }

    private static IResult Answer(int status, string text, int code) => Results.Json(new { text, code }, statusCode: status);

    private static DoorAnswer Refused(HttpContext context, Error error) => DoorAnswer.Refused(
        context, error, DoorAnswer.JsonType, JsonSerializer.SerializeToUtf8Bytes(new { text = error.Detail, code = CodeOf(error) }));

    private static int CodeOf(Error error) => error.Kind.IsFailure ? 9 : 6; // server is busy, or invalid data format

    private sealed record AckQuestion(IReadOnlyList<long> Acks);

    /// <summary>Numbers for the requests that were answered.</summary>
    private sealed class AnsweredRequests
    {
        private long _next = -1;

        public long Next() => Interlocked.Increment(ref _next);

        public bool Has(long number) => number >= 0 && number <= Volatile.Read(ref _next);
    }
}
