using System.Text.Json;
using System.Text.Json.Serialization;
using Grpc.Core;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Prober.Engine.Probing;
using Prober.Engine.Watching;
using Prober.Features.Configuration;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Pushes;

namespace Prober.Features.Targets;

/// <summary>
/// <c>POST /api/v1/push/{name}</c>, and <c>/api/v1/push?name=</c> for names that no path can carry: a target reports its own state, with a
/// token of its own. What is not understood is refused: taken for "up", it would hide an outage.
/// </summary>
internal static class PushFeature
{
    private const int MaxBody = 4096;
    internal const int MaxMessage = 500;
    private const string Bearer = "Bearer ";
    private static readonly string[] Keys = ["name", "token", "state", "message", "duration"];

    private static readonly JsonSerializerOptions Strict = new(JsonSerializerDefaults.Web)
    {
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        AllowDuplicateProperties = false,
    };

    /// <summary>One answer for an unknown name and for a wrong token: nobody learns which names there are.</summary>
    internal static readonly ErrorKind Refused =
        new("push-refused", "No such push, or not with this token", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);

    private static readonly Error Wrong = new(
        TargetsEndpoints.InvalidArgument,
        "Send nothing for up, or what there is to say as JSON or in the query, not in both: "
            + "{\"state\":\"down\",\"message\":\"why\",\"duration\":\"1.5s\"} or ?state=down&message=why&duration=1.5s. "
            + $"The state is up or down, a message has at most {MaxMessage} characters, and there are no other keys.");

    /// <summary>Without a key of the prober: the token of the target stands for it.</summary>
    public static void MapPushes(this IEndpointRouteBuilder routes)
    {
        routes.MapPost("/api/v1/push/{**name}", TakeAsync).AllowAnonymous().Describe(TargetsApi.Push);
        routes.MapPost("/api/v1/push", TakeAsync).AllowAnonymous().ExcludeFromDescription();
    }

    private static async Task<IResult> TakeAsync(
        string? name, HttpContext context, ProbeEngine engine, HistoryKeeper keeper, TimeProvider time)
    {
        var given = context.Request.Headers.Authorization.ToString();
        var token = given.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase)
            ? given[Bearer.Length..]
            : context.Request.Query["token"].ToString();
        var target = name is null ? null
            : engine.Find(TargetDefinition.Push, name) ?? engine.Find(TargetDefinition.Push, TargetsEndpoints.NameOf(name));
        if (target?.Definition.Probe is not PushProbe probe || !probe.Admits(token))
        {
            return new Error(
                Refused,
                "No target of the kind push has that name and token. Send the token as Authorization: Bearer. "
                    + "A name that a path cannot carry goes in the query: /api/v1/push?name=.").ToProblem(context);
        }

        using var body = new GrowingBody(MaxBody);
        if (await body.ReadAsync(context.Request, time) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        if (Parse(context.Request.Query, body.Bytes.Span) is not { } message)
        {
            return Wrong.ToProblem(context);
        }

        var (isUp, text) = (message.State != "down", OneLine.Of(message.Message ?? "", MaxMessage));
        TimeSpan? duration = message.Duration is { } took ? GoDuration.Parse(took) : null;
        probe.Take(new(time.GetTimestamp(), isUp, text, duration));
        await KeepAsync(new(target.Definition.Kind, target.Definition.Name), new(engine.Now, isUp, text, duration), keeper);
        return Results.NoContent();
    }

    /// <summary>It counts even while it cannot be stored; the page says that nothing can.</summary>
    private static async Task KeepAsync(TargetKey key, StoredPush push, HistoryKeeper keeper)
    {
        try
        {
            await keeper.AddAsync(writer => writer.Push(key, push));
        }
        catch (HistoryUnavailableException)
        {
            // A restart would forget it.
        }
    }

    /// <returns>Null when it is not a message.</returns>
    private static PushMessage? Parse(IQueryCollection query, ReadOnlySpan<byte> json)
    {
        var inQuery = new PushMessage(One("state"), One("message"), One("duration"));
        if (query.Any(one => !Keys.Contains(one.Key) || one.Value.Count != 1))
        {
            return null;
        }

        try
        {
            var message = json.IsEmpty ? inQuery : JsonSerializer.Deserialize<PushMessage>(json, Strict);
            return message is { State: null or "up" or "down" } && !(message.Message?.Length > MaxMessage)
                && (message.Duration is null || GoDuration.Parse(message.Duration) is not null)
                && (json.IsEmpty || inQuery is { State: null, Message: null, Duration: null })
                ? message
                : null;
        }
        catch (JsonException)
        {
            return null;
        }

        string? One(string key) => query.TryGetValue(key, out var value) ? value.ToString() : null;
    }

    /// <param name="State"><c>up</c>, which is the default, or <c>down</c>.</param>
    /// <param name="Duration">How long the job took, such as <c>1.5s</c>.</param>
    private sealed record PushMessage(string? State, string? Message, string? Duration);
}
