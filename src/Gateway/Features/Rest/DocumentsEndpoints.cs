using Analyzer.Contract;
using Analyzer.Protos.V1;
using Gateway.Features.Description;
using Gateway.Features.Dispatch;
using Gateway.Features.Metrics;
using Hosting.Access;
using Hosting.Web.Api;
using Microsoft.Extensions.Options;
using Microsoft.Net.Http.Headers;

namespace Gateway.Features.Rest;

/// <summary>
/// The analyzer's description of itself. The gateway asks it each time, so that nobody gets the old rules after an update.
/// </summary>
internal static class DocumentsEndpoints
{
    public static void MapDocuments(this IEndpointRouteBuilder routes)
    {
        var asking = routes.ServiceProvider.GetRequiredService<Asking>();
        var isDescribed = routes.ServiceProvider.GetRequiredService<IOptions<AccessOptions>>().Value.ApiDescription;
        foreach (var path in Routes.Documents.Where(path => isDescribed || path != Routes.OpenApi))
        {
            var merged = path == Routes.OpenApi ? routes.ServiceProvider.GetRequiredService<MergedApi>() : null;
            var serve = (HttpContext context) => ServeAsync(path, merged, asking, context); // not inline, or its result would be dropped
            routes.MapGet(path, serve).RequireScope(Scopes.Read).ExcludeFromDescription();
        }
    }

    private static async Task<IResult> ServeAsync(string path, MergedApi? merged, Asking asking, HttpContext context)
    {
        var request = new GetDocumentRequest { Path = path };
        var asked = await asking.AskAsync(
            GatewayOperation.Document, AnalyzerMethods.Document, request, GetDocumentResponse.Parser, context);
        if (asked.IsError(out var error, out var document))
        {
            return error.ToAnalyzerProblem(context);
        }

        if (merged is not null && await merged.WithAsync(document.Content.Memory) is { } api)
        {
            return ApiText.Answer(context, api);
        }

        context.Response.Headers.CacheControl = document.CacheControl;
        var tag = EntityTagHeaderValue.TryParse(document.EntityTag, out var known) ? known : null;
        return TypedResults.Bytes(document.Content.Memory, document.ContentType, entityTag: tag);
    }
}
