using Gateway.Features.Backends;
using Hosting.Access;
using Hosting.Web.Api;
using Hosting.Web.Notices;

namespace Gateway.Features.Status;

/// <summary><c>GET /v1/backends</c>, for the page.</summary>
internal static class StatusEndpoint
{
    public const string Path = "/v1/backends";

    public const string Tag = "Gateway";

    private static readonly ApiOperation Operation = new("ReadBackends", "The analyzers behind the gateway, and its last errors.")
    {
        Tag = Tag,
        Answers = [ApiAnswer.Json<GatewayView>(200, "The state now.")],
    };

    public static void MapStatus(this IEndpointRouteBuilder routes) => routes.MapGet(Path, Read)
        .RequireScope(Scopes.Read).Describe(Operation);

    private static IResult Read(HttpContext context, BackendSets sets, NoticeLog notices)
    {
        context.Response.Headers.CacheControl = "no-store";
        return Results.Json(new GatewayView(
            [.. sets.All.SelectMany(pool => pool.Backends.Select(backend => BackendView.Of(pool, backend)))], notices.Read()));
    }
}

/// <summary>The gateway at one moment.</summary>
/// <param name="Backends">The analyzers in the order of the settings, then those of each further set.</param>
/// <param name="Notices">The last warnings and errors of this process, the newest first.</param>
internal sealed record GatewayView(IReadOnlyList<BackendView> Backends, IReadOnlyList<LoggedNotice> Notices);

/// <param name="Set">The name of its set; default for the analyzers.</param>
/// <param name="Address">The address of its gRPC port.</param>
/// <param name="Serves">Whether it says that it is ready.</param>
/// <param name="IsAlive">Whether it answers.</param>
/// <param name="IsEjected">Whether it gets no calls for a while, because it failed too often.</param>
/// <param name="InFlight">Calls that it has now.</param>
/// <param name="Note">Why it is not ready, or what it said.</param>
internal sealed record BackendView(string Set, Uri Address, bool Serves, bool IsAlive, bool IsEjected, int InFlight, string Note)
{
    public static BackendView Of(BackendPool pool, Backend backend)
    {
        var state = backend.State;
        return new(pool.Name, backend.Address, state.Serving, state.Alive, backend.Outliers.IsEjected, backend.InFlight, state.Note);
    }
}
