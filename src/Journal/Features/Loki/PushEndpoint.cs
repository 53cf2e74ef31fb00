using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Journal.Features.Doors;
using Journal.Features.Http;

namespace Journal.Features.Loki;

/// <summary>
/// <c>POST /loki/api/v1/push</c>, as Promtail, Grafana's agents and Loki's other clients send. The answer, 204, comes when all entries are
/// on the disk; errors are text, as Loki writes them.
/// </summary>
internal static class PushEndpoint
{
    private static readonly ErrorKind NothingKind = new(
        "no-streams", "There is no stream", StatusCodes.Status422UnprocessableEntity, Grpc.Core.StatusCode.InvalidArgument);

    public static void MapLoki(this IEndpointRouteBuilder routes)
    {
        routes.MapPost("/loki/api/v1/push", PostAsync).RequireScope(Scopes.Submit).Describe(DoorsApi.Loki);
        routes.MapPost("/api/prom/push", PostAsync).RequireScope(Scopes.Submit).Describe(DoorsApi.OldLoki); // as it was before Loki 1.0
    }

    private static async Task<IResult> PostAsync(HttpContext context, RequestIntake intake)
    {
        var type = (context.Request.ContentType ?? "").Split(';')[0].Trim().ToUpperInvariant();
        if (type is not ("APPLICATION/JSON" or "APPLICATION/X-PROTOBUF" or ""))
        {
            return Refused(context, new(
                ReceivedBody.UnknownCodingKind, $"Content-Type: {type} is not known: send application/json or application/x-protobuf."));
        }

        using var body = intake.NewBody();
        var isJson = type == "APPLICATION/JSON";
        if (await intake.ReadAsync(context, body, isSnappy: !isJson) is { } unread)
        {
            return Refused(context, unread).EndSlowSender(context);
        }

        using var unpacked = intake.NewBody();
        var stored = !isJson && unpacked.UnpackSnappy(body.Bytes) is { } malformed
            ? new(0, 0, malformed with { Detail = $"{malformed.Detail} Send application/x-protobuf packed with snappy, or JSON." })
            : await intake.StoreAsync(context, isJson ? LokiPushes.OfJson(body.Bytes) : LokiPushes.OfProtobuf(unpacked.Bytes));
        var error = stored.Count == 0 && stored.Error is null
            ? new(NothingKind, "error at least one valid stream is required for ingestion")
            : stored.Error;
        if (error is { Kind.IsFailure: false })
        {
            intake.Refuse(context, body.Bytes, error.Detail);
        }

        return error is null
            ? new DoorAnswer(StatusCodes.Status204NoContent, "", default)
            : Refused(context, error);
    }

    private static DoorAnswer Refused(HttpContext context, Error error) =>
        DoorAnswer.Refused(context, error, "text/plain; charset=utf-8", System.Text.Encoding.UTF8.GetBytes($"{error.Detail}\n"));
}
