using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Hosting.Tests.Access;

/// <summary>An issuer of tokens that tells its keys, as OpenID Connect has it.</summary>
internal sealed class IssuerHost : IAsyncDisposable
{
    private readonly WebApplication _app;

    private IssuerHost(WebApplication app) => _app = app;

    public string Address => _app.Urls.Single();

    /// <param name="keys">Gives its JWKS.</param>
    public static async Task<IssuerHost> StartAsync(Func<string> keys)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        var app = builder.Build();
        app.Run(context => context.Request.Path == "/.well-known/openid-configuration"
            ? context.Response.WriteAsJsonAsync(
                new { issuer = app.Urls.Single(), jwks_uri = $"{app.Urls.Single()}/keys" }, TestContext.Current.CancellationToken)
            : context.Response.WriteAsync(keys(), TestContext.Current.CancellationToken));
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return new(app);
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync().Within();
    }
}
