using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Web.Api;
using Sigma.Streams.Editing;
using Sigma.Streams.Reloading;

namespace Sigma.Streams.Serving;

/// <summary><c>/v1/rules</c>, and each of them.</summary>
internal static class RulesEndpoints
{
    private static readonly ErrorKind NotFound = new("not-found", "No such rule", StatusCodes.Status404NotFound, StatusCode.NotFound);

    public static void MapRules(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/v1/rules", (RuleViews views) => views.All()).RequireScope(Scopes.Read).Describe(EditingApi.List<RulesView>());
        routes.MapGet("/v1/rules/{**id}", Find).RequireScope(Scopes.Read).Describe(EditingApi.Find<RuleView>());
    }

    private static IResult Find(string id, HttpContext context, RuleViews views, RuleStore store) =>
        views.All().Rules is var rules && rules.FirstOrDefault(rule => rule.Id.Equals(id, StringComparison.OrdinalIgnoreCase)) is { } rule
            ? Results.Json(rule with { Text = rules.Count(other => other.File == rule.File) == 1 ? store.TextOf(rule.File) : null })
            : new Error(NotFound, $"No rule in use has the id {id}. GET /v1/rules lists the rules in use.").ToProblem(context);
}
