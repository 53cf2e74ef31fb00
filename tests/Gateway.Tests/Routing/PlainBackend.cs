using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace Gateway.Tests.Routing;

/// <summary>A gRPC server whose calls a test answers by hand. It has no health service.</summary>
internal sealed class PlainBackend : IAsyncDisposable
{
    private readonly WebApplication _app;

    private PlainBackend(WebApplication app) => _app = app;

    public Uri Address => new(_app.Urls.Single());

    /// <param name="answer">Answers every call but those of the health service.</param>
    /// <param name="health">The status with which that ends its calls.</param>
    public static async Task<PlainBackend> StartAsync(Func<HttpContext, Task> answer, int health = 12)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.MaxRequestHeadersTotalSize = 1 << 20;
            kestrel.Listen(IPAddress.Loopback, 0, port => port.Protocols = HttpProtocols.Http2);
        });
        var app = builder.Build();
        app.Run(context =>
        {
            context.Response.ContentType = "application/grpc";
            return context.Request.Path.StartsWithSegments("/grpc.health.v1.Health") ? EndAsync(context, health)
                : context.Request.Path.StartsWithSegments("/analyzer.v1.Analyzer") ? EndAsync(context, 12)
                : answer(context);
        });
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return new(app);
    }

    /// <summary>Ends a call without a message: in the headers, or in trailers if these are sent.</summary>
    public static Task EndAsync(HttpContext context, int status, params (string Name, string Value)[] fields)
    {
        foreach (var (name, value) in fields.Prepend(("grpc-status", $"{status}")))
        {
            if (context.Response.HasStarted)
            {
                context.Response.AppendTrailer(name, value);
            }
            else
            {
                context.Response.Headers[name] = value;
            }
        }

        return Task.CompletedTask;
    }

    /// <summary>Sends headers, and an empty message.</summary>
    public static async Task AnswerAsync(HttpContext context)
    {
        await context.Response.StartAsync();
        await context.Response.Body.WriteAsync(new byte[5]);
        await EndAsync(context, 0);
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync().Within();
    }
}
