using System.Collections.Concurrent;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Prober.Tests.Notifications;

/// <summary>Takes what is posted, unless it is told not to.</summary>
internal sealed class Receiver : IAsyncDisposable
{
    private readonly WebApplication _app;

    private Receiver(WebApplication app) => _app = app;

    public Uri Address => new(_app.Urls.Single());

    public bool IsDown { get; set; }

    /// <summary>What it asks for while it is down: seconds, in a header.</summary>
    public string? RetryAfter { get; set; }

    /// <summary>The target that is watched here answers 404.</summary>
    public bool IsTargetDown { get; set; }

    /// <summary>In the order in which they came.</summary>
    public ConcurrentQueue<(string Path, string Id, JsonObject Body)> Taken { get; } = new();

    public int Refused { get; private set; }

    public static async Task<Receiver> StartAsync(int port = 0)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls($"http://127.0.0.1:{port}");
        var app = builder.Build();
        var receiver = new Receiver(app);
        app.MapPost("/{**path}", (Delegate)receiver.TakeAsync); // as a RequestDelegate, its result would be dropped
        app.MapGet("/target", () => Results.StatusCode(receiver.IsTargetDown ? 503 : 200));
        await app.StartAsync(TestContext.Current.CancellationToken);
        return receiver;
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private async Task<IResult> TakeAsync(HttpContext context)
    {
        if (IsDown)
        {
            Refused++;
            context.Response.Headers.RetryAfter = RetryAfter;
            return Results.StatusCode(503);
        }

        var body = (await JsonNode.ParseAsync(context.Request.Body))!.AsObject();
        Taken.Enqueue((context.Request.Path, context.Request.Headers["Idempotency-Key"].ToString(), body));
        return Results.Ok();
    }
}
