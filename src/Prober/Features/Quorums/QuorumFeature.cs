using System.Security.Cryptography;
using System.Text;
using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Meters;
using Hosting.Uploads;
using Prometheus;

namespace Prober.Features.Quorums;

/// <summary><c>/api/v1/quorum</c>: probers post what they see, with the quorum's token; people read who answers.</summary>
internal static class QuorumFeature
{
    private const string Bearer = "Bearer ";

    private static readonly ErrorKind Refused = new(
        "quorum-refused", "Not a prober of this quorum", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);

    private static readonly ErrorKind Invalid = new(
        "invalid-argument", "An argument is not valid", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    public static void AddQuorum(this IServiceCollection services)
    {
        services.AddSingleton<QuorumBoard>();
        services.AddSingleton<QuorumService>();
        services.AddHostedService(provider => provider.GetRequiredService<QuorumService>());
    }

    public static void UseQuorumMetrics(this WebApplication app)
    {
        var (registry, board) = (app.Services.GetRequiredService<CollectorRegistry>(), app.Services.GetRequiredService<QuorumBoard>());
        registry.Measure("prober_quorum_answering", "Probers of the quorum that answer, this one included; 0 without one.",
            () => board.Answering);
        registry.Measure("prober_quorum_needed", "Probers of the quorum that make a target down; 0 without one.",
            () => board.Definition?.Needed ?? 0);
        registry.Measure("prober_quorum_telling", "1 if this prober sends the messages, 0 if another one does.",
            () => board.Tells ? 1 : 0);
        registry.Measure("prober_quorum_silence_seconds", "The time since a prober of the quorum was last heard.", ["prober"], () =>
            (board.Definition?.Probers ?? []).Where(prober => prober.Name != board.Name)
                .Select(prober => (new[] { prober.Name }, board.SinceHeard(prober.Name)?.TotalSeconds ?? double.PositiveInfinity)));
    }

    public static void MapQuorum(this IEndpointRouteBuilder routes)
    {
        routes.MapPost(QuorumService.Path, TakeAsync).AllowAnonymous().ExcludeFromDescription(); // the token stands for a key of the prober
        routes.MapGet(QuorumService.Path, (QuorumBoard board) => Results.Json(QuorumView.Of(board) ?? QuorumView.None))
            .RequireScope(Scopes.Read).ExcludeFromDescription();
    }

    private static async Task<IResult> TakeAsync(HttpContext context, QuorumBoard board, QuorumService service, TimeProvider time)
    {
        var given = context.Request.Headers.Authorization.ToString();
        if (board.Definition is not { } quorum || !given.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase)
            || !CryptographicOperations.FixedTimeEquals(Hash(given[Bearer.Length..]), Hash(quorum.Token)))
        {
            return new Error(Refused, "This prober has no quorum, or another token.").ToProblem(context);
        }

        using var body = new GrowingBody(QuorumService.MaxBytes);
        if (await body.ReadAsync(context.Request, time) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        if (QuorumMessage.Parse(body.Bytes.Span) is not { } message
            || message.Prober == board.Name || !quorum.Probers.Any(prober => prober.Name == message.Prober))
        {
            return new Error(Invalid, "The body is not what another prober of this quorum sees, or its name is not in quorum.probers.")
                .ToProblem(context);
        }

        service.Hear(message);
        return Results.Json(service.MessageFor(message.Prober));
    }

    private static byte[] Hash(string text) => SHA256.HashData(Encoding.UTF8.GetBytes(text));
}
