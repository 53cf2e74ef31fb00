using Microsoft.AspNetCore.Http.HttpResults;

namespace Analyzer.Service.Features.Page;

/// <summary>The page at <c>/</c>: plain files, nothing of it made per request.</summary>
internal static class PageEndpoints
{
    // Everything comes from this origin and nothing is inline. Trusted types go further: a script that tried to put text in as
    // HTML would be stopped by the browser, so what a file or a client wrote cannot become markup.
    private const string ContentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

    public static void MapPage(this IEndpointRouteBuilder routes)
    {
        foreach (var asset in PageAsset.ReadAll())
        {
            routes.MapMethods(asset.Path, [HttpMethods.Get, HttpMethods.Head], (HttpContext context) => Answer(asset, context.Response))
                .ExcludeFromDescription();
        }
    }

    private static FileContentHttpResult Answer(PageAsset asset, HttpResponse response)
    {
        var headers = response.Headers;
        headers.ContentSecurityPolicy = ContentSecurityPolicy;
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";

        // Asked for again every time, answered 304 while it is the same: after an update no browser mixes old files with new.
        headers.CacheControl = "no-cache";
        return TypedResults.Bytes(asset.Content, asset.ContentType, entityTag: asset.EntityTag);
    }
}
