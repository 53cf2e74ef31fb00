using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.Extensions.Logging;

namespace Journal.Tests;

/// <summary>An address that stands before a journal does: what comes is handed on to it, and answered with 503 while it is away.</summary>
internal sealed class WitnessRelay : IAsyncDisposable
{
    private readonly HttpClient _http = new();
    private readonly WebApplication _app;

    private WitnessRelay()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        _app = builder.Build();
        _app.Urls.Add("http://127.0.0.1:0");
        _app.Run(HandOnAsync);
    }

    public string Address => _app.Urls.First();

    /// <summary>Null while it is away.</summary>
    public Uri? Target { get; set; }

    public int Requests { get; private set; }

    public static async Task<WitnessRelay> StartAsync()
    {
        var relay = new WitnessRelay();
        await relay._app.StartAsync(TestContext.Current.CancellationToken).Within();
        return relay;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync();
        _http.Dispose();
    }

    private async Task HandOnAsync(HttpContext context)
    {
        Requests++;
        if (Target is not { } target)
        {
            context.Response.StatusCode = (int)HttpStatusCode.ServiceUnavailable;
            context.Response.ContentType = "text/plain; charset=unheard-of"; // as a proxy that is set up badly says it
            await context.Response.WriteAsync("away", context.RequestAborted);
            return;
        }

        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        using var request = new HttpRequestMessage(new(context.Request.Method), new Uri(target, context.Request.GetEncodedPathAndQuery()));
        request.Content = body.Length > 0 ? new ByteArrayContent(body.ToArray()) : null;
        try
        {
            using var answer = await _http.SendAsync(request, context.RequestAborted);
            context.Response.StatusCode = (int)answer.StatusCode;
            context.Response.ContentType = answer.Content.Headers.ContentType?.ToString();
            await answer.Content.CopyToAsync(context.Response.Body, context.RequestAborted);
        }
        catch (HttpRequestException)
        {
            context.Response.StatusCode = (int)HttpStatusCode.BadGateway;
        }
    }
}
