using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Prober.Tests.Clients;

/// <summary>ASP.NET Core's WebSockets, on a free port of loopback.</summary>
internal static class WebSocketServer
{
    /// <param name="map">Gets what it serves.</param>
    /// <returns>The server, which listens.</returns>
    public static async Task<WebApplication> StartAsync(Action<WebApplication> map)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var web = builder.Build();
        web.UseWebSockets();
        map(web);
        await web.StartAsync(TestContext.Current.CancellationToken).Within();
        return web;
    }

    public static int PortOf(WebApplication web) => new Uri(web.Urls.Single()).Port;
}
