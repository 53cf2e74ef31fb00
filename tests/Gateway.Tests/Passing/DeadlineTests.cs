using System.Net;
using System.Net.Http.Headers;
using Analyzer.Protos.V1;
using Gateway.Tests.BadInput;
using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Google.Protobuf;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Tests.Passing;

/// <summary>The client's deadline is the client's; the gateway's patience with a backend is another matter.</summary>
public sealed class DeadlineTests
{
    private const string Health = "/grpc.health.v1.Health/Check";
    private const string LookUp = "/analyzer.v1.Analyzer/AnalyzeResult";
    private const string DeadlineExceeded = "4";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Health, "1n")]
    [InlineData(Health, "50m")]
    [InlineData(LookUp, "1n")]
    [InlineData(LookUp, "50m")]
    public async Task Calls_ClientsDeadlinesPass_CountAgainstNobody(string path, string timeout)
    {
        await using var one = new ScriptedBackend((_, _) => Task.CompletedTask);
        await using var other = new ScriptedBackend((_, _) => Task.CompletedTask);
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        for (var i = 0; i < 15; i++)
        {
            using var late = await RawCall.SendAsync(gateway.Http2, path, timeout: timeout);
            GrpcStatus.Of(late).ShouldBe(DeadlineExceeded);
        }

        var metrics = await http.GetStringAsync("/metrics", Token);
        metrics.ShouldContain("gateway_ejections_total 0\n");
        metrics.ShouldContain("gateway_repeats_total 0\n");
        metrics.ShouldContain("gateway_repeats_refused_total 0\n");
        (one.Calls + other.Calls).ShouldBeLessThanOrEqualTo(15);
    }

    /// <summary>A backend that keeps the deadline itself resets the stream, maybe a moment before the gateway notices.</summary>
    [Fact]
    public async Task Ask_BackendKeepsTheDeadlineToo_CountsAgainstNobody()
    {
        await using var one = await ForeignHost.StartAsync();
        await using var other = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        for (var i = 0; i < 20; i++)
        {
            using var late = await RawCall.SendAsync(
                gateway.Http2, "/foreign.v1.Foreign/Ask", new Letter { Text = "wait" }.ToByteArray(), "60m");
            GrpcStatus.Of(late).ShouldBe(DeadlineExceeded);
        }

        (await http.GetStringAsync("/metrics", Token)).ShouldContain("gateway_ejections_total 0\n");
    }

    [Fact]
    public async Task LookUp_FirstBackendStalls_TheOtherHasAllOfTheGatewaysPatience()
    {
        await using var stalled = new ScriptedBackend((_, _) => Task.CompletedTask);
        await using var good = new ScriptedBackend((connection, stream) => connection.AnswerAsync(stream));
        await using var gateway = await GatewayHost.StartUnwatchedAsync([stalled.Address, good.Address], "AnswerTimeout=00:00:01");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var client = new Rpc.AnalyzerClient(channel);

        while (stalled.Calls == 0)
        {
            await client.AnalyzeResultAsync(new AnalyzeResultRequest(), cancellationToken: Token).ResponseAsync.Within();
        }
    }

    [Fact]
    public async Task LookUps_ClientsStallBeforeTheirEnd_CountAgainstNobody()
    {
        await using var one = new ScriptedBackend((_, _) => Task.CompletedTask);
        await using var other = new ScriptedBackend((_, _) => Task.CompletedTask);
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address], "AnswerTimeout=00:00:02");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var leave = CancellationTokenSource.CreateLinkedTokenSource(Token);
        using var client = new HttpClient();
        var stalled = Enumerable.Range(0, 10).Select(_ => SendAsync(client, gateway.Http2, new SilentContent(leave.Token))).ToArray();

        await Task.Delay(TimeSpan.FromSeconds(5), Token); // for an attempt at each backend

        stalled.ShouldAllBe(call => !call.IsCompleted);
        await gateway.UntilMetricAsync("gateway_calls_in_flight{", 5);
        await leave.CancelAsync();
        await Task.WhenAny(Task.WhenAll(stalled)).Within();
        await gateway.UntilMetricAsync("gateway_calls_in_flight{", 0);
        var metrics = await http.GetStringAsync("/metrics", Token);
        metrics.ShouldContain("gateway_ejections_total 0\n");
        metrics.ShouldContain("gateway_repeats_total 0\n");
        metrics.ShouldContain("gateway_repeats_refused_total 0\n");
    }

    [Fact]
    public async Task LookUp_ClientPausesInALargeAnswer_GetsAllOfIt()
    {
        const int Large = 8 << 20; // more than all windows and buffers on the way
        await using var backend = await LargeAnswerAsync(Large);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(new Uri(backend.Urls.Single()), "AnswerTimeout=00:00:04");
        using var clean = gateway.Log.ExpectClean();
        using var client = new HttpClient();

        using var answer = await SendAsync(client, gateway.Http2, new ByteArrayContent(new byte[5])).Within();
        await using var body = await answer.Content.ReadAsStreamAsync(Token);
        await body.ReadExactlyAsync(new byte[5], Token).AsTask().Within();
        await Task.Delay(TimeSpan.FromSeconds(6), Token);
        await body.ReadExactlyAsync(new byte[Large], Token).AsTask().Within();

        body.ReadByte().ShouldBe(-1);
        GrpcStatus.Of(answer).ShouldBe("0");
    }

    [Theory]
    [InlineData("99999999S")]
    [InlineData("2562047H")]
    public async Task Ask_DeadlineBeyondEveryTimer_PassesOn(string timeout)
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(foreign.Address);
        using var clean = gateway.Log.ExpectClean();

        using var answered = await RawCall.SendAsync(
            gateway.Http2, "/foreign.v1.Foreign/Ask", new Letter { Text = "hello" }.ToByteArray(), timeout);

        GrpcStatus.Of(answered).ShouldBe("0");
        foreign.Events.Deadline.ShouldBeInRange(TimeProvider.System.GetUtcNow().UtcDateTime.AddYears(1), DateTime.MaxValue.AddYears(-1));
    }

    private static async Task<HttpResponseMessage> SendAsync(HttpClient client, Uri host, HttpContent content)
    {
        content.Headers.ContentType = new MediaTypeHeaderValue("application/grpc");
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(host, LookUp))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = content,
        };
        return await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Token);
    }

    /// <summary>A backend that answers look-ups with one message of so many zeros.</summary>
    private static async Task<WebApplication> LargeAnswerAsync(int length)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, port => port.Protocols = HttpProtocols.Http2));
        var app = builder.Build();
        app.MapPost(LookUp, async context =>
        {
            context.Response.ContentType = "application/grpc";
            await context.Response.Body.WriteAsync((byte[])[0, .. ScriptedConnection.Number(length)], context.RequestAborted);
            await context.Response.Body.WriteAsync(new byte[length], context.RequestAborted);
            context.Response.AppendTrailer("grpc-status", "0");
        });
        await app.StartAsync(Token).Within();
        return app;
    }
}
