using System.Net;
using Gateway.Tests.Routing;
using Grpc.Core;
using Grpc.Net.Client;

namespace Gateway.Tests.Passing;

/// <summary>A server on Kestrel refuses a request with more than 100 fields, and ends the connection for one with more than 200.</summary>
public sealed class ManyValuesTests
{
    private const string Service = "acme.v1.Orders";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)] // as .NET's client sends several of a name; the gateway gives each a line
    public async Task Call_ManyValues_IsRefusedAndStrangersCallsGoOn(bool joined)
    {
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var end = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var backend = await PlainBackend.StartAsync(async context =>
        {
            if (context.Request.Headers.ContainsKey("waits"))
            {
                asked.TrySetResult();
                await end.Task;
            }

            await PlainBackend.AnswerAsync(context);
        });
        await using var gateway = await GatewayHost.StartAsync(
            [],
            "Backends=", "ConnectionsPerBackend=1",
            $"Sets:a:Backends={backend.Address}", $"Routes:a:Match={Service}", "Routes:a:Set=a");
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var stranger = channel.AskAsync(Service, metadata: new() { { "waits", "yes" } });
        await asked.Task.Within();

        foreach (var count in new[] { 100, 190, 250, 900 })
        {
            using var refused = await SendAsync(gateway, count, joined);

            GrpcStatus.Of(refused).ShouldBe($"{(int)StatusCode.ResourceExhausted}", $"{count}: {refused}");
        }

        using var passed = await SendAsync(gateway, 80, joined);
        GrpcStatus.Of(passed).ShouldBe("0");
        end.SetResult();
        (await stranger).StatusCode.ShouldBe(StatusCode.OK);
    }

    private static async Task<HttpResponseMessage> SendAsync(GatewayHost gateway, int count, bool joined)
    {
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(gateway.Http2, $"/{Service}/Get"))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(new byte[5]) { Headers = { ContentType = new("application/grpc") } },
        };
        request.Headers.TryAddWithoutValidation("te", "trailers");
        var values = Enumerable.Repeat("dg", count);
        foreach (var (value, number) in (joined ? [string.Join(',', values)] : values).Select((value, number) => (value, number)))
        {
            request.Headers.TryAddWithoutValidation($"x-{number}-bin", value);
        }

        return await http.SendAsync(request, Token).Within();
    }
}
