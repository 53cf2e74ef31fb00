using System.Xml;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Microsoft.Extensions.Options;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Settings;
using Prober.Features.Targets;

namespace Prober.Features.Status;

/// <summary><c>/api/v1/incidents</c>: what people tell the public about an outage, update by update.</summary>
internal static class IncidentFeature
{
    internal const int MaxTitle = 200;
    internal const int MaxText = 5000;
    private const string FirstState = "investigating";
    internal static readonly string[] States = [FirstState, "identified", "monitoring", "resolved"];

    private static readonly Error Wrong = new(
        TargetsEndpoints.InvalidArgument,
        $"Send {{\"title\":\"The shop is slow\",\"text\":\"We look into it.\",\"state\":\"{FirstState}\"}}: "
            + $"the title is one line of at most {MaxTitle} characters and begins an incident, the text has at most {MaxText}, "
            + $"and the state is {string.Join(", ", States)}.");

    public static void MapIncidents(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/api/v1/incidents", (StatusBoard board) => Results.Json(board.Incidents().Select(IncidentView.Of)))
            .RequireScope(Scopes.Read).Describe(StatusApi.Incidents);
        routes.MapPost("/api/v1/incidents", WriteAsync).RequireScope(Scopes.Admin).Describe(StatusApi.Open);
        routes.MapPost("/api/v1/incidents/{id:long}/updates", WriteAsync).RequireScope(Scopes.Admin).Describe(StatusApi.Update);
    }

    /// <param name="id">The incident of an update; null for a new one.</param>
    private static async Task<IResult> WriteAsync(
        long? id,
        HttpContext context,
        IOptions<ProberOptions> options,
        HistoryKeeper keeper,
        StatusBoard board,
        TimeProvider time,
        CancellationToken cancellationToken)
    {
        if (ChangeRequest.WhyNot(context, options.Value) is { } refusal)
        {
            return refusal.ToProblem(context);
        }

        if ((await ChangeRequest.ReadAsync<IncidentText>(context.Request, time)).IsError(out var unread, out var body))
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        if (!IsValid(body, isNew: id is null))
        {
            return Wrong.ToProblem(context);
        }

        if (id is { } known && !board.Incidents().Any(incident => incident.Id == known))
        {
            return new Error(TargetsEndpoints.NotFound, "No incident has that number.").ToProblem(context);
        }

        try
        {
            var written = await KeepAsync().WaitAsync(cancellationToken);
            return Results.Json(new IncidentNumber(written), statusCode: StatusCodes.Status201Created);
        }
        catch (HistoryUnavailableException exception)
        {
            return ChangeRequest.NotKept(exception).ToProblem(context);
        }

        // It goes on without the writer, who may have left.
        async Task<long> KeepAsync()
        {
            var written = id ?? 0;
            await keeper.AddAsync(writer =>
            {
                written = id ?? writer.OpenIncident(body.Title!);
                writer.UpdateIncident(written, time.GetUtcNow().ToUnixTimeMilliseconds(), body.State ?? FirstState, body.Text!);
            });
            board.Forget();
            return written;
        }
    }

    private static bool IsValid(IncidentText body, bool isNew) =>
        body.Text is { Length: > 0 and <= MaxText } text && IsXml(text)
        && (isNew
            ? body.Title is { Length: > 0 and <= MaxTitle } title && !title.Any(char.IsControl) && IsXml(title)
            : body.Title is null && body.State is not null)
        && (body.State is null || States.Contains(body.State));

    /// <summary>Feeds cannot carry other characters, such as those of terminals.</summary>
    private static bool IsXml(string text)
    {
        try
        {
            XmlConvert.VerifyXmlChars(text);
            return true;
        }
        catch (XmlException)
        {
            return false;
        }
    }

    private sealed record IncidentText(string? Title, string? Text, string? State);
}
