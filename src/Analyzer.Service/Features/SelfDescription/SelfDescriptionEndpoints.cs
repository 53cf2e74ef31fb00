using Analyzer.Contract;
using Analyzer.Service.Features.OpenApi;
using Hosting.Access;
using Hosting.Errors;

namespace Analyzer.Service.Features.SelfDescription;

/// <summary>The service's description of itself: its rules, its limits, and its interface.</summary>
internal static class SelfDescriptionEndpoints
{
    public static void MapSelfDescription(this IEndpointRouteBuilder routes)
    {
        var documents = routes.ServiceProvider.GetRequiredService<Documents>();
        routes.MapDocument(Routes.Rules, documents)
            .DescribeAction(AnalyzerApi.Describing<RulesDocument>("Rules", "The rules by which files are judged, and what a score means."));
        routes.MapDocument(Routes.Limits, documents)
            .DescribeAction(AnalyzerApi.Describing<LimitsDocument>(
                "Limits", "The limits that a sender can meet: sizes in bytes, times in seconds."));
        routes.MapDocument(Routes.OpenApi, documents).ExcludeFromDescription();
    }

    private static RouteHandlerBuilder MapDocument(this IEndpointRouteBuilder routes, string path, Documents documents)
    {
        var serve = (HttpContext context) => ServeAsync(path, documents, context); // a separate delegate, or its result would be dropped
        return routes.MapGet(path, serve).RequireScope(Scopes.Read);
    }

    private static async Task<IResult> ServeAsync(string path, Documents documents, HttpContext context)
    {
        if ((await documents.FindAsync(path)).IsError(out var error, out var document))
        {
            return error.ToProblem(context);
        }

        context.Response.Headers.CacheControl = Document.CacheControl;
        return TypedResults.Bytes(document.Json, Document.ContentType, entityTag: document.Tag);
    }
}
