using System.Reflection;
using Hosting.Settings;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Hosting.Web;

/// <summary>The pages of a host: plain files, none of them made per request.</summary>
public static partial class PageEndpoints
{
    // Everything comes from this origin and nothing is inline. Trusted types go further: the browser stops a script that tries to put
    // text in as HTML, so what a file or a client wrote cannot become markup.
    private const string ContentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

    public static void MapPages(this IEndpointRouteBuilder routes, Assembly assembly)
    {
        routes.ServiceProvider.SayWhere();
        foreach (var asset in PageAsset.ReadAll(routes.ServiceProvider.GetRequiredService<HostDescription>(), assembly))
        {
            routes.MapMethods(asset.Path, [HttpMethods.Get, HttpMethods.Head], (HttpContext context) => Serve(asset, context.Response))
                .ExcludeFromDescription().AllowAnonymous(); // they hold no data: what they show is asked for with the key
        }
    }

    /// <summary>The start log ends with the address to open.</summary>
    private static void SayWhere(this IServiceProvider services)
    {
        var log = services.GetRequiredService<ILoggerFactory>().CreateLogger(typeof(PageEndpoints).FullName!);
        services.GetRequiredService<IHostApplicationLifetime>().ApplicationStarted.Register(() =>
        {
            if (services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()?.Addresses.FirstOrDefault() is { } address)
            {
                Log.Open(log, address);
            }
        });
    }

    private static partial class Log
    {
        [LoggerMessage(80, LogLevel.Information, "Open {Address}/ in a browser.")]
        public static partial void Open(ILogger logger, string address);
    }

    private static FileContentHttpResult Serve(PageAsset asset, HttpResponse response)
    {
        Protect(response, ContentSecurityPolicy);
        return TypedResults.Bytes(asset.Content, asset.ContentType, entityTag: asset.EntityTag);
    }

    internal static void Protect(HttpResponse response, string policy)
    {
        var headers = response.Headers;
        headers.ContentSecurityPolicy = policy;
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";

        // Asked for again every time, answered 304 while it is the same: after an update no browser mixes old files with new.
        headers.CacheControl = "no-cache";
    }
}
