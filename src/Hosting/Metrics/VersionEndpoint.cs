using Hosting.Settings;

namespace Hosting.Metrics;

/// <summary>
/// <c>GET /version</c>: which build answers. It needs no key, as health needs none: pages and their entity tags tell versions apart anyway.
/// </summary>
internal static class VersionEndpoint
{
    public static void MapVersion(this WebApplication app)
    {
        var build = app.Services.GetRequiredService<HostDescription>().Build;
        app.MapGet("/version", () => Results.Ok(build)).DisableHttpMetrics().ExcludeFromDescription().AllowAnonymous();
    }
}
