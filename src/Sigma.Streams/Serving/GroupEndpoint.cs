using Hosting.Access;
using Hosting.Web.Api;
using Sigma.Streams.Kafka;

namespace Sigma.Streams.Serving;

/// <summary><c>GET /v1/group</c>: instances, their partitions, and what is unread, over all members.</summary>
internal static class GroupEndpoint
{
    public static void MapGroup(this IEndpointRouteBuilder routes) =>
        routes.MapGet("/v1/group", (GroupViews views) => views.ReadAsync()).RequireScope(Scopes.Read).Describe(ServingApi.ReadGroup);
}
