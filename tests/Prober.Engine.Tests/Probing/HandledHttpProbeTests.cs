using System.Diagnostics;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;
using Prober.Engine.Probing.Securing;
using Trust;

namespace Prober.Engine.Tests.Probing;

/// <summary>HTTP/2 and proxies.</summary>
public sealed class HandledHttpProbeTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Probe_Nghttpd_AnswersOverHttp2(bool isSecure)
    {
        var program = InstalledProgram.SkipUnlessPresent("nghttpd", package: "nghttp2-server");
        using var folder = new TempDirectory("nghttpd");
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        await File.WriteAllTextAsync(folder.Combine("state.json"), """{"status":"ok"}""", Token);
        await File.WriteAllTextAsync(folder.Combine("key.pem"), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem(), Token);
        await File.WriteAllTextAsync(folder.Combine("own.pem"), certificate.ExportCertificatePem(), Token);
        var port = LoopbackPort.FindFree();
        var start = new ProcessStartInfo(program) { ArgumentList = { "--address=127.0.0.1", $"--htdocs={folder.Path}" } };
        string[] arguments = isSecure ? [$"{port}", folder.Combine("key.pem"), folder.Combine("own.pem")] : ["--no-tls", $"{port}"];
        foreach (var argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        using var process = Process.Start(start)!;
        try
        {
            var url = new Uri($"{(isSecure ? "https" : "http")}://localhost:{port}/state.json");
            var settings = new HttpProbeSettings
            {
                OverHttp2 = true,
                SuccessCodes = [(200, 200)],
                Json = [new("status", "ok")],
                Tls = TlsRules.Default with { Roots = Authorities.FromPem(authority.Pem) },
            };
            var result = await ListeningAsync(new HandledHttpProbe(url, settings)).Within();
            var absent = await Probes.RunAsync(new HandledHttpProbe(new(url, "/none"), settings));
            var untrusted = await Probes.RunAsync(new HandledHttpProbe(url, settings with { Tls = TlsRules.Default }));

            result.Failure.ShouldBe(FailureClass.None, result.Message);
            absent.Status.ShouldBe(404);
            untrusted.Failure.ShouldBe(isSecure ? FailureClass.Certificate : FailureClass.None);
            (result.Certificate is not null).ShouldBe(isSecure);
        }
        finally
        {
            process.Kill();
            await process.WaitForExitAsync(CancellationToken.None);
        }
    }

    [Fact]
    public async Task Probe_ServerOfHttp1AskedForHttp2_Fails()
    {
        await using var server = RawServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");

        var result = await Probes.RunAsync(new HandledHttpProbe(server.Url, new() { OverHttp2 = true }));

        result.Failure.ShouldBeOneOf(FailureClass.Protocol, FailureClass.Reset);
    }

    [Fact]
    public async Task Probe_ThroughAProxy_AsksTheProxyWithItsCredentials()
    {
        var asked = new List<string>();
        await using var proxy = new RawServer(async (socket, token) =>
        {
            var head = await RawServer.ReadHeadAsync(socket, token);
            asked.Add(head);
            await socket.SendAsync(
                Encoding.ASCII.GetBytes(head.Contains("Proxy-Authorization: Basic YWRhOnMzY3JldA==")
                    ? "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
                    : "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
                token);
        });
        var probe = new HandledHttpProbe(new("http://site.test/path"), new()
        {
            Proxy = new($"http://ada:s3cret@127.0.0.1:{proxy.Port}"),
            SuccessCodes = [(200, 299)],
        });

        var result = await Probes.RunAsync(probe);

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        result.ContentLength.ShouldBe(5);
        asked[0].ShouldStartWith("GET http://site.test/path HTTP/1.1\r\n");
        $"{probe.Endpoint} {probe.Destination} {result.Message}".ShouldNotContain("s3cret");
    }

    [Theory]
    [InlineData(false, "open")]
    [InlineData(true, "ended")]
    public async Task Probe_ResponseThatIsRead_LeavesTheEndToTheServerUnlessItIsToBePlain(bool isPlain, string end)
    {
        Socket? connection = null;
        await using var proxy = new RawServer(async (socket, token) =>
        {
            connection = socket;
            await RawServer.ReadHeadAsync(socket, token);
            await socket.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray(), token);
            await Task.Delay(Timeout.Infinite, token);
        });
        var settings = new HttpProbeSettings
        {
            Proxy = new($"http://127.0.0.1:{proxy.Port}"),
            ClosesPlainly = isPlain,
            Contain = new("ok"),
        };

        var result = await Probes.RunAsync(new HandledHttpProbe(new("http://site.test/"), settings));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        EndOf(connection!).ShouldBe(end);
    }

    [Fact]
    public async Task Probe_HttpsThroughAProxy_TunnelsToTheServer()
    {
        await using var server = new RawServer(async (socket, token) => await socket.ReceiveAsync(new byte[1024], token));
        await using var proxy = new RawServer(async (socket, token) =>
        {
            var head = await RawServer.ReadHeadAsync(socket, token);
            var answer = head.StartsWith("CONNECT secure.test:443 ") ? "HTTP/1.1 403 Forbidden\r\n\r\n" : "nonsense";
            await socket.SendAsync(Encoding.ASCII.GetBytes(answer), token);
        });

        var result = await Probes.RunAsync(
            new HandledHttpProbe(new("https://secure.test/"), new() { Proxy = new($"http://127.0.0.1:{proxy.Port}") }));

        result.Failure.ShouldBe(FailureClass.Proxy);
        result.Message.ShouldBe("The proxy refused the prober: 403.");
    }

    [Theory]
    [InlineData("https://secure.test/", "HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n", FailureClass.Proxy)]
    [InlineData("https://secure.test/", "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", FailureClass.Proxy)]
    [InlineData("https://secure.test/", "HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n", FailureClass.Unreachable)]
    [InlineData("https://secure.test/", "HTTP/1.1 504 Late\r\nContent-Length: 0\r\n\r\n", FailureClass.Unreachable)]
    [InlineData("http://site.test/", "HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n", FailureClass.Proxy)]
    [InlineData("http://site.test/", "HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n", FailureClass.Status)]
    public async Task Probe_ProxyThatFails_IsNoEvidenceUnlessItSpeaksOfTheTarget(string url, string answer, FailureClass failure)
    {
        await using var proxy = new RawServer(async (socket, token) =>
        {
            await RawServer.ReadHeadAsync(socket, token);
            await socket.SendAsync(Encoding.ASCII.GetBytes(answer), token);
        });

        var result = await Probes.RunAsync(new HandledHttpProbe(new(url), new()
        {
            Proxy = new($"http://127.0.0.1:{proxy.Port}"),
            SuccessCodes = [(200, 299)],
        }));

        result.Failure.ShouldBe(failure, result.Message);
    }

    /// <summary>Whatever a broken proxy does is the prober's own side, also for plain requests, which the proxy itself gets.</summary>
    [Theory]
    [InlineData("http://site.test/", "http", "")]
    [InlineData("http://site.test/", "http", "\0garbage\r\n\r\n")]
    [InlineData("http://site.test/", "socks5", "")]
    [InlineData("http://site.test/", "socks5", "\u0005\u0000\u0005\u0001\u0000\u0001\0\0\0\0\0\0")] // its general failure
    [InlineData("http://site.test/", "socks5", "HTTP/1.1 400 Bad Request\r\n\r\n")]
    [InlineData("https://secure.test/", "http", "")]
    [InlineData("https://secure.test/", "http", "\0garbage\r\n\r\n")]
    public async Task Probe_ProxyThatSpeaksNonsense_IsNoEvidence(string url, string scheme, string answer)
    {
        await using var proxy = new RawServer(async (socket, token) =>
        {
            await socket.ReceiveAsync(new byte[1024], token);
            await socket.SendAsync(Encoding.Latin1.GetBytes(answer), token);
            socket.Shutdown(SocketShutdown.Send);
            await socket.ReceiveAsync(new byte[1024], token);
        });

        var result = await Probes.RunAsync(
            new HandledHttpProbe(new(url), new() { Proxy = new($"{scheme}://127.0.0.1:{proxy.Port}") }));

        result.Failure.ShouldBe(FailureClass.Proxy, result.Message);
    }

    /// <summary>A proxy that waits for a silent target is silent, too: an answer to another probe tells them apart.</summary>
    [Theory]
    [InlineData("http://site.test/", "http", false, FailureClass.Proxy)]
    [InlineData("http://site.test/", "http", true, FailureClass.Timeout)]
    [InlineData("https://secure.test/", "http", false, FailureClass.Proxy)]
    [InlineData("https://secure.test/", "http", true, FailureClass.Timeout)]
    [InlineData("http://site.test/", "socks5", false, FailureClass.Proxy)]
    public async Task Probe_ProxyThatIsSilent_IsNoEvidenceUnlessItAnswersOthers(
        string url, string scheme, bool answersOthers, FailureClass failure)
    {
        var asked = new TaskCompletionSource();
        await using var proxy = new RawServer(async (socket, token) =>
        {
            var head = new byte[1024];
            var length = await socket.ReceiveAsync(head, token);
            if (Encoding.ASCII.GetString(head, 0, length).Contains("other.test"))
            {
                await socket.SendAsync("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"u8.ToArray(), token);
                return;
            }

            asked.TrySetResult();
            await Task.Delay(Timeout.Infinite, token);
        });
        var settings = new HttpProbeSettings { Proxy = new($"{scheme}://127.0.0.1:{proxy.Port}") };

        var result = await Probes.TimeOutAsync(new HandledHttpProbe(new(url), settings), AskedAsync());

        result.Failure.ShouldBe(failure, result.Message);

        async Task AskedAsync()
        {
            await asked.Task.Within();
            if (answersOthers)
            {
                (await Probes.RunAsync(new HandledHttpProbe(new("http://other.test/"), settings))).Status.ShouldBe(404);
            }
        }
    }

    [Theory]
    [InlineData("http://site.test/")]
    [InlineData("https://secure.test/")]
    public async Task Probe_ProxyThatIsNotThere_IsNoEvidence(string url)
    {
        var proxy = new Uri($"http://127.0.0.1:{LoopbackPort.FindFree()}");

        var result = await Probes.RunAsync(new HandledHttpProbe(new(url), new() { Proxy = proxy }));

        result.Failure.ShouldBe(FailureClass.Proxy, result.Message);
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\n", "X-More: and more\r\n", FailureClass.TooLarge)]
    [InlineData("HTTP/1.0 200 OK\r\n\r\n", "more", FailureClass.MaxBody)]
    public async Task Probe_ServerThatNeverEnds_IsLeft(string start, string more, FailureClass failure)
    {
        await using var proxy = RawServer.Flooding(start, more);

        var result = await Probes.RunAsync(
            new HandledHttpProbe(
                new("http://site.test/"), new() { Proxy = new($"http://127.0.0.1:{proxy.Port}"), NotContain = new("nothing") }));

        result.Failure.ShouldBe(failure, result.Message);
    }

    /// <summary>How the peer has ended a connection until now.</summary>
    private static string EndOf(Socket socket)
    {
        if (!socket.Poll(TimeSpan.Zero, SelectMode.SelectRead))
        {
            return "open";
        }

        try
        {
            return socket.Receive(new byte[1]) == 0 ? "ended" : "open";
        }
        catch (SocketException)
        {
            return "reset";
        }
    }

    private static async Task<ProbeResult> ListeningAsync(HandledHttpProbe probe)
    {
        while (true)
        {
            var result = await Probes.RunAsync(probe);
            if (result.Failure != FailureClass.Refused)
            {
                return result;
            }

            await Task.Delay(50, Token);
        }
    }
}
