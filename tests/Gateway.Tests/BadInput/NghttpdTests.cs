using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Gateway.Tests.BadInput;

/// <summary>
/// A backend that speaks HTTP/2 and no gRPC, with small windows and padded frames: nghttp2's server. It echoes what is posted to it.
/// </summary>
public sealed class NghttpdTests : IAsyncLifetime
{
    private readonly TempDirectory _folder = new("nghttpd");
    private readonly int _port = LoopbackPort.FindFree();
    private Process? _server;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private Uri Address => new($"http://127.0.0.1:{_port}");

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public ValueTask DisposeAsync()
    {
        _server?.Kill();
        _server?.Dispose();
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task Pass_StatusInTheTrailers_PassesBothWaysThroughSmallWindows()
    {
        await StartAsync("--echo-upload", "--trailer", "grpc-status: 0", "--padding", "200", "--window-bits", "14");
        await using var gateway = await GatewayHost.StartUnwatchedAsync(Address);
        using var clean = gateway.Log.ExpectClean();
        using var http = new HttpClient();
        var message = RandomNumberGenerator.GetBytes(2_000_000);

        for (var i = 0; i < 3; i++)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(gateway.Http2, "/foreign.v1.Foreign/Ask"))
            {
                Version = HttpVersion.Version20,
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
                Content = new ByteArrayContent(message) { Headers = { ContentType = new MediaTypeHeaderValue("application/grpc") } },
            };
            using var response = await http.SendAsync(request, Token).Within();

            (await response.Content.ReadAsByteArrayAsync(Token).Within()).ShouldBe(message);
            response.TrailingHeaders.GetValues("grpc-status").ShouldBe(["0"]);
        }
    }

    [Fact]
    public async Task LookUp_NoGrpcAtAll_IsBackendFailed()
    {
        await StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(Address);
        using var clean = gateway.Log.ExpectClean();
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        for (var i = 0; i < 3; i++)
        {
            using var failed = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();

            failed.StatusCode.ShouldBe(HttpStatusCode.BadGateway);
            (await failed.Content.ReadAsStringAsync(Token)).ShouldContain("urn:gateway:problem:backend-failed");
        }
    }

    private async Task StartAsync(params string[] options)
    {
        var nghttpd = InstalledProgram.SkipUnlessPresent("nghttpd", package: "nghttp2-server");
        _server = Process.Start(nghttpd, ["--no-tls", "--address", "127.0.0.1", "--htdocs", _folder.Path, .. options, $"{_port}"]);
        await PollAsync().Within();

        async Task PollAsync()
        {
            while (true)
            {
                using var client = new TcpClient();
                try
                {
                    await client.ConnectAsync(IPAddress.Loopback, _port, Token);
                    return;
                }
                catch (SocketException)
                {
                    _server.HasExited.ShouldBeFalse();
                    await Task.Delay(20, Token);
                }
            }
        }
    }
}
