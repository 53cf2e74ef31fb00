using System.Text;
using System.Threading.Channels;
using Hosting.Tests.Hello;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Tracing;

/// <summary>A collector that is a bare web server: OTLP over HTTP is protobuf in the body of a POST.</summary>
public sealed class TraceExportTests
{
    private static readonly byte[] TraceId = Convert.FromHexString("0af7651916cd43dd8448eb211c80319c");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Request_WithACollector_ArrivesThereAsPartOfItsClientsTrace()
    {
        var received = Channel.CreateUnbounded<(string Path, byte[] Body)>();
        await using var collector = await CollectAsync(received.Writer);
        await using (var host = await HelloHost.StartAsync($"Traces={collector.Urls.Single()}"))
        {
            using var client = new HttpClient { BaseAddress = host.Http1 };
            await client.GetStringAsync("/healthz/live", Token).Within();
            using var request = new HttpRequestMessage(HttpMethod.Get, "/hello/world");
            request.Headers.Add("traceparent", $"00-{Convert.ToHexStringLower(TraceId)}-b7ad6b7169203331-01");
            (await client.SendAsync(request, Token).Within()).EnsureSuccessStatusCode();
        } // sends what waits

        var (path, body) = await received.Reader.ReadAsync(Token).AsTask().Within();
        var text = Encoding.Latin1.GetString(body);

        path.ShouldBe("/v1/traces");
        body.AsSpan().IndexOf(TraceId).ShouldBeGreaterThan(0);
        text.ShouldContain("greet"); // the host's own span
        text.ShouldContain("/hello/{name}"); // ASP.NET Core's
        text.ShouldContain("service.name");
        text.ShouldNotContain("healthz");
    }

    [Fact]
    public async Task Host_WhoseCollectorIsAway_AnswersAndStops()
    {
        await using var host = await HelloHost.StartAsync($"Traces=http://127.0.0.1:{LoopbackPort.FindFree()}");
        using var client = new HttpClient { BaseAddress = host.Http1 };

        (await client.GetStringAsync("/hello/world", Token).Within()).ShouldBe("Hello world");
    }

    [Theory]
    [InlineData("127.0.0.1:4318")]
    [InlineData("collector")]
    [InlineData("ftp://127.0.0.1")]
    public async Task Start_CollectorThatIsNoUrl_IsRefused(string traces) =>
        (await Should.ThrowAsync<OptionsValidationException>(() => HelloHost.StartAsync($"Traces={traces}")))
            .Message.ShouldBe("Hello:Traces has to be a URL such as http://127.0.0.1:4318.");

    private static async Task<WebApplication> CollectAsync(ChannelWriter<(string Path, byte[] Body)> received)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var server = builder.Build();
        server.Run(async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body, Token);
            received.TryWrite((context.Request.Path, body.ToArray()));
            context.Response.StatusCode = StatusCodes.Status200OK;
        });
        await server.StartAsync(Token);
        return server;
    }
}
