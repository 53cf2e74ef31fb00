using Hosting.Web.Api;
using Journal.Features.Doors;
using Journal.Log.Folders;
using Microsoft.Extensions.FileProviders;

namespace Journal.Features.Serving;

/// <summary>
/// Serves checkpoint, tiles, entry bundles and epoch notes under <c>/log/</c>, as C2SP tlog-tiles specifies, and the checkpoints that
/// witnesses signed under <c>/log/cosigned/</c>: files, for anybody.
/// </summary>
internal static class ServingFeature
{
    private const string Path = "/log";

    /// <summary>An endpoint and not middleware, so that the policy for endpoints without a scope does not demand a key.</summary>
    public static void MapServing(this WebApplication app)
    {
        var folder = app.Services.GetRequiredService<JournalFolder>();
        var files = ((IEndpointRouteBuilder)app).CreateApplicationBuilder();
        files.UseStaticFiles(new StaticFileOptions
        {
            FileProvider = new PhysicalFileProvider(System.IO.Path.GetDirectoryName(folder.Checkpoint)!),
            RequestPath = Path,
            ServeUnknownFileTypes = true,
            DefaultContentType = "application/octet-stream",
            OnPrepareResponse = response =>
            {
                // A checkpoint is replaced every second; all other files never change.
                var isCheckpoint = response.File.PhysicalPath is { } file
                    && (file == folder.Checkpoint || System.IO.Path.GetDirectoryName(file) == folder.Cosigned);
                response.Context.Response.Headers.CacheControl = isCheckpoint ? "no-store" : "public, max-age=31536000, immutable";
                response.Context.Response.ContentType = isCheckpoint ? "text/plain; charset=utf-8" : "application/octet-stream";
            },
        });
        var serve = files.Build();
        app.MapMethods($"{Path}/{{**file}}", [HttpMethods.Get, HttpMethods.Head], context => ServeAsync(context, serve))
            .AllowAnonymous().Describe(ProofsApi.Files);
    }

    /// <summary>Static files are served only for a request without an endpoint; metrics and the audit trail need it afterwards.</summary>
    private static async Task ServeAsync(HttpContext context, RequestDelegate serve)
    {
        var endpoint = context.GetEndpoint();
        context.SetEndpoint(null);
        try
        {
            await serve(context);
        }
        finally
        {
            context.SetEndpoint(endpoint);
        }
    }
}
