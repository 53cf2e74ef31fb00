using System.Text.Json;
using Grpc.Core;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Prober.Engine.Watching;
using Prober.Features.Configuration;
using Prober.Features.Pushes;

namespace Prober.Features.Targets;

/// <summary><c>POST /api/v1/push/{name}</c>: a target reports its own state, with a token of its own.</summary>
internal static class PushFeature
{
    private const int MaxBody = 4096;
    internal const int MaxMessage = 500;
    private const string Bearer = "Bearer ";

    /// <summary>One answer for an unknown name and for a wrong token: nobody learns which names there are.</summary>
    internal static readonly ErrorKind Refused =
        new("push-refused", "No such push, or not with this token", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);

    /// <summary>Without a key of the prober: the token of the target stands for it.</summary>
    public static void MapPushes(this IEndpointRouteBuilder routes) => routes.MapPost("/api/v1/push/{**name}", TakeAsync)
        .AllowAnonymous().Describe(TargetsApi.Push);

    private static async Task<IResult> TakeAsync(string name, HttpContext context, ProbeEngine engine, TimeProvider time)
    {
        var given = context.Request.Headers.Authorization.ToString();
        var token = given.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase)
            ? given[Bearer.Length..]
            : context.Request.Query["token"].ToString();
        var wanted = TargetsEndpoints.NameOf(name);
        var target = engine.Targets.FirstOrDefault(one => one.Definition.Kind == TargetDefinition.Push && one.Definition.Name == wanted);
        if (target?.Definition.Probe is not PushProbe probe || !probe.Admits(token))
        {
            return new Error(Refused, "No target of the kind push has that name and token. Send the token as Authorization: Bearer.")
                .ToProblem(context);
        }

        using var body = new GrowingBody(MaxBody);
        if (await body.ReadAsync(context.Request, time) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        if (Parse(body.Bytes.Span) is not { } message)
        {
            return new Error(
                TargetsEndpoints.InvalidArgument,
                $"Send nothing for up, or JSON such as {{\"state\":\"down\",\"message\":\"why\",\"duration\":\"1.5s\"}}; "
                    + $"a message has at most {MaxMessage} characters.").ToProblem(context);
        }

        TimeSpan? duration = message.Duration is { } text ? GoDuration.Parse(text) : null;
        PushBoard.Shared.Set(wanted, new(time.GetTimestamp(), message.State != "down", message.Message ?? "", duration));
        return Results.NoContent();
    }

    /// <returns>Null when it is not a message.</returns>
    private static PushMessage? Parse(ReadOnlySpan<byte> json)
    {
        if (json.IsEmpty)
        {
            return new(null, null, null);
        }

        try
        {
            return JsonSerializer.Deserialize<PushMessage>(json, JsonSerializerOptions.Web) is
            { State: null or "up" or "down" } message && !(message.Message?.Length > MaxMessage)
                && (message.Duration is null || GoDuration.Parse(message.Duration) is not null)
                ? message
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <param name="State"><c>up</c>, which is the default, or <c>down</c>.</param>
    /// <param name="Duration">How long the job took, such as <c>1.5s</c>.</param>
    private sealed record PushMessage(string? State, string? Message, string? Duration);
}
