using Gateway.Features.Status;
using Hosting.Access;
using Hosting.Web.Api;

namespace Gateway.Features.Neighbours;

/// <summary><c>GET /v1/neighbours</c>, for the page: the state of the systems beside the gateway.</summary>
internal static class NeighbourFeature
{
    private static readonly ApiOperation Operation = new(
        "ReadNeighbours", "What Sigma, the prober and the journal say, as far as settings name them.")
    {
        Tag = StatusEndpoint.Tag,
        Answers = [ApiAnswer.Json<NeighboursView>(200, "The newest alerts, availabilities, and how far the journal is proven.")],
    };

    public static void AddNeighbours(this IServiceCollection services) => services.AddSingleton<NeighbourClient>();

    public static void MapNeighbours(this IEndpointRouteBuilder routes) => routes.MapGet("/v1/neighbours", ReadAsync)
        .RequireScope(Scopes.Read).Describe(Operation);

    private static async Task<IResult> ReadAsync(HttpContext context, NeighbourClient neighbours, CancellationToken cancellationToken)
    {
        context.Response.Headers.CacheControl = "no-store";
        return Results.Json(await neighbours.AskAsync(cancellationToken));
    }
}
