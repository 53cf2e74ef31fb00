using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Prober.Engine.Probing;
using Prober.Engine.Tests.Probing;
using Prober.Features.Configuration;

namespace Prober.Tests.Clients;

public sealed class WebSocketProbeTests : IDisposable
{
    private readonly TempDirectory _folder = new("websocket");

    public static TheoryData<string, FailureClass> Answers => new()
    {
        { "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", FailureClass.Status },
        { "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: wrong\r\n\r\n", FailureClass.Protocol },
        { "HTTP/1.1 101 Switching Protocols\r\n\r\n", FailureClass.Protocol },
        { "", FailureClass.Reset },
        { "HTTP/1.1 403 Forbidden\r\n\r\n", FailureClass.Status },
    };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("/echo", FailureClass.None)]
    [InlineData("/chatty", FailureClass.None)] // it sends messages before the pong
    [InlineData("/closing", FailureClass.Reset)]
    [InlineData("/plain", FailureClass.Status)]
    public async Task Probe_ServerOfAspNetCore_AnswersThePing(string path, FailureClass failure)
    {
        await using var web = await WebSocketServer.StartAsync(web =>
        {
            web.Map("/plain", () => "plain");
            web.Map("/{kind}", (string kind, HttpContext context) => ServeAsync(kind, context));
        });

        var result = await ProbeAsync($"url: 'ws://127.0.0.1:{WebSocketServer.PortOf(web)}{path}', headers: {{ X-Token: t }}");

        result.Failure.ShouldBe(failure, result.Message);
    }

    /// <summary>A server that others wrote.</summary>
    [Fact]
    public async Task Probe_ServerOfPythonsWebsockets_AnswersThePing()
    {
        const string Script = """
            import asyncio, sys, websockets
            async def main():
                async def talk(socket, *_):
                    await socket.send("hello")
                    await socket.wait_closed()
                server = await websockets.serve(talk, "127.0.0.1", 0)
                print(server.sockets[0].getsockname()[1], flush=True)
                await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
            asyncio.run(main())
            """;
        if (!OperatingSystem.IsLinux() || !await HasWebSocketsAsync())
        {
            MissingPeer.Skip("python3-websockets is not installed: this test needs it (Debian: apt-get install python3-websockets).");
        }

        using var python = DebianPython.Start("-c", Script);
        try
        {
            var port = await python.StandardOutput.ReadLineAsync(Token).AsTask().Within();

            var result = await ProbeAsync($"url: 'ws://127.0.0.1:{port}/'");

            result.Failure.ShouldBe(FailureClass.None, result.Message);
        }
        finally
        {
            python.Kill();
        }
    }

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task Probe_ServerThatIsNone_FailsWithItsClass(string answer, FailureClass failure)
    {
        await using var server = RawServer.Answering(answer);

        (await ProbeAsync($"url: 'ws://127.0.0.1:{server.Port}/'")).Failure.ShouldBe(failure);
    }

    /// <summary>Fields of HTTP may have no space before their value, or several (RFC 9110, 5.5).</summary>
    [Theory]
    [InlineData("sec-websocket-accept:", "")]
    [InlineData("Sec-WebSocket-Accept: \t ", " ")]
    public async Task Probe_ServerWithOtherSpaces_AnswersThePingAndGetsAnOrderlyEnd(string before, string after)
    {
        var end = new TaskCompletionSource<int>();
        await using var server = new RawServer(async (socket, token) =>
        {
            await OpenAsync(socket, before, after, token);
            var (ping, close) = (new byte[6 + 8], new byte[6 + 2]);
            await using var stream = new NetworkStream(socket, ownsSocket: false);
            await stream.ReadExactlyAsync(ping, token);
            byte[] payload = [.. ping[6..].Select((octet, i) => (byte)(octet ^ ping[2 + (i % 4)]))];
            await stream.WriteAsync((byte[])[0x8A, 8, .. payload], token);
            await stream.ReadExactlyAsync(close, token);
            end.SetResult(close[0] == 0x88 ? await stream.ReadAsync(close, token) : -1);
        });

        var result = await ProbeAsync($"url: 'ws://127.0.0.1:{server.Port}/'");

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        (await end.Task.Within()).ShouldBe(0); // closed, not reset
    }

    [Fact]
    public async Task Probe_ServerThatFloods_IsLeft()
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            await OpenAsync(socket, "Sec-WebSocket-Accept: ", "", token);
            byte[] frame = [0x82, 126, 0xFF, 0xFF, .. new byte[65535]];
            while (await socket.SendAsync(frame, token) > 0)
            {
            }
        });

        (await ProbeAsync($"url: 'ws://127.0.0.1:{server.Port}/'")).Failure.ShouldBe(FailureClass.TooLarge);
    }

    private static async Task OpenAsync(Socket socket, string before, string after, CancellationToken token)
    {
        var head = await RawServer.ReadHeadAsync(socket, token);
        var key = head.Split("Sec-WebSocket-Key: ")[1].Split('\r')[0];
#pragma warning disable CA5350 // The protocol demands SHA-1, not as a protection.
        var accept = Convert.ToBase64String(
            System.Security.Cryptography.SHA1.HashData(Encoding.ASCII.GetBytes($"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11")));
#pragma warning restore CA5350
        await socket.SendAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 101 Ok\r\n{before}{accept}{after}\r\n\r\n"), token);
    }

    private static async Task<bool> HasWebSocketsAsync()
    {
        if (!File.Exists("/usr/bin/python3"))
        {
            return false;
        }

        using var probe = DebianPython.Start("-c", "import websockets");
        await probe.WaitForExitAsync(Token).Within();
        return probe.ExitCode == 0;
    }

    private static async Task ServeAsync(string kind, HttpContext context)
    {
        using var socket = await context.WebSockets.AcceptWebSocketAsync();
        if (kind == "closing")
        {
            await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, "bye", context.RequestAborted);
            return;
        }

        for (var i = 0; i < (kind == "chatty" ? 5 : 0); i++)
        {
            await socket.SendAsync(new byte[300], WebSocketMessageType.Binary, endOfMessage: true, context.RequestAborted);
        }

        while ((await socket.ReceiveAsync(new byte[100], context.RequestAborted)).MessageType != WebSocketMessageType.Close)
        {
        }
    }

    private async Task<ProbeResult> ProbeAsync(string keys)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $"websocket:\n  - {{ name: one, {keys} }}\n");
        var file = ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null);
        return await OneTarget.ProbeAsync(file);
    }
}
