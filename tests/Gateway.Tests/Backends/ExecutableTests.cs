using System.Diagnostics;
using System.Net.Sockets;
using System.Text.Json;
using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Gateway.Tests.Foreign.V1.Foreign;

namespace Gateway.Tests.Backends;

/// <summary>The gateway as a person runs it, with a file of settings.</summary>
public sealed class ExecutableTests : IDisposable
{
    private readonly TempDirectory _folder = new("gateway");
    private readonly int _http = LoopbackPort.FindFree();
    private readonly int _grpc = LoopbackPort.FindFree();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Run_FileChangesAndThenSigterm_TakesTheOtherBackendAndFinishesWhatItHas()
    {
        await using var first = await ForeignHost.StartAsync();
        await using var second = await ForeignHost.StartAsync();
        await WriteAsync(first);
        using var gateway = BuiltProgram.Start("Gateway", _folder.Path);
        using var channel = GrpcChannel.ForAddress($"http://127.0.0.1:{_grpc}");
        var client = new Rpc.ForeignClient(channel);
        await UntilAskedAsync(client, first);

        await WriteAsync(second);
        await UntilAskedAsync(client, second);

        using var collect = client.Collect(cancellationToken: Token);
        await collect.RequestStream.WriteAsync(new Letter { Text = "one" }, Token).Within();
        await second.Events.Collecting.Task.Within();
        using var kill = Process.Start("kill", ["-TERM", $"{gateway.Process.Id}"]);
        await UntilRefusedAsync();
        await collect.RequestStream.WriteAsync(new Letter { Text = "two" }, Token).Within();
        await collect.RequestStream.CompleteAsync();

        (await collect.ResponseAsync.Within()).Text.ShouldBe("2");
        var (code, output, errors) = await gateway.EndAsync();
        code.ShouldBe(0, output + errors);
    }

    /// <summary>Writes as an editor does that replaces the file.</summary>
    private async Task WriteAsync(ForeignHost backend)
    {
        var settings = new { Gateway = new { HttpPort = _http, GrpcPort = _grpc, Backends = $"{backend.Address}" } };
        await File.WriteAllTextAsync(_folder.Combine("new.json"), JsonSerializer.Serialize(settings), Token);
        File.Move(_folder.Combine("new.json"), _folder.Combine("appsettings.json"), overwrite: true);
    }

    private static Task UntilAskedAsync(Rpc.ForeignClient client, ForeignHost backend)
    {
        return PollAsync().Within();

        async Task PollAsync()
        {
            while (!backend.Events.Headers.ContainsKey("who"))
            {
                try
                {
                    await client.AskAsync(new Letter { Text = "hello" }, new Metadata { { "who", "me" } }, cancellationToken: Token);
                }
                catch (RpcException notYet) when (notYet.StatusCode == StatusCode.Unavailable)
                {
                    await Task.Delay(100, Token);
                }
            }
        }
    }

    /// <summary>It takes no new connections any more.</summary>
    private Task UntilRefusedAsync()
    {
        return PollAsync().Within();

        async Task PollAsync()
        {
            using var http = new HttpClient(new SocketsHttpHandler { PooledConnectionLifetime = TimeSpan.Zero });
            try
            {
                while (true)
                {
                    using var live = await http.GetAsync($"http://127.0.0.1:{_http}/healthz/live", Token);
                    await Task.Delay(50, Token);
                }
            }
            catch (Exception refused) when (refused is HttpRequestException or SocketException)
            {
                // Stopped. A connection that is reset as it opens is a bare SocketException.
            }
        }
    }
}
