using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;

namespace Prober.Engine.Tests.Probing;

/// <summary>Where a probe follows a server, and what it takes along.</summary>
public sealed class RedirectTests
{
    private const string Head = "HTTP/1.1 200 OK\r\n";

    [Theory]
    [InlineData("file:///etc/passwd")]
    [InlineData("ftp://127.0.0.1/")]
    [InlineData("http://")]
    public async Task Probe_RedirectOutOfHttp_IsNotFollowed(string location)
    {
        await using var server = RawServer.Answering($"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");

        var result = await Probes.RunAsync(new HttpProbe(server.Url));

        result.Failure.ShouldBe(FailureClass.Redirect);
        server.Connections.ShouldBe(1);
    }

    [Theory]
    [InlineData("")]
    [InlineData("Location: \r\n")]
    public async Task Probe_RedirectToNowhere_IsTheResponse(string location)
    {
        await using var server = RawServer.Answering($"HTTP/1.1 302 Found\r\n{location}Content-Length: 0\r\n\r\n");

        var result = await Probes.RunAsync(new HttpProbe(server.Url, new() { SuccessCodes = [(302, 302)] }));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        server.Connections.ShouldBe(1);
    }

    [Fact]
    public async Task Probe_RedirectLoop_Ends()
    {
        await using var server = RawServer.Answering("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n");

        var result = await Probes.RunAsync(new HttpProbe(server.Url, new() { MaxRedirects = 4 }));

        result.Failure.ShouldBe(FailureClass.Redirect);
        server.Connections.ShouldBe(5);
    }

    /// <summary>A probe with a limit of redirects judges the one at which it stops, as EaseProbe does.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task Probe_RedirectAtALimitThatCounts_IsTheResponse(int limit)
    {
        await using var server = RawServer.Answering("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n");

        var result = await Probes.RunAsync(new HttpProbe(server.Url, new() { MaxRedirects = limit, LastRedirectCounts = true }));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        result.Status.ShouldBe(302);
        result.Redirects.ShouldBe(limit);
    }

    [Fact]
    public async Task Probe_RedirectToAnotherServer_TakesNoCredentialsThere()
    {
        var asked = new TaskCompletionSource<string>();
        await using var other = new RawServer(async (socket, token) =>
        {
            asked.SetResult(await RawServer.ReadHeadAsync(socket, token));
            await socket.SendAsync(Encoding.ASCII.GetBytes($"{Head}Content-Length: 0\r\n\r\n"), token);
        });
        await using var server = RawServer.Answering($"HTTP/1.1 302 Found\r\nLocation: {other.Url}there\r\nContent-Length: 0\r\n\r\n");

        var result = await Probes.RunAsync(
            new HttpProbe(server.Url, new()
            {
                Headers = [new("Authorization", "Basic c2VjcmV0"), new("X-Api-Key", "c2VjcmV0"), new("X-Kept", "yes")],
                SecretHeaders = new HashSet<string> { "X-Api-Key" },
            }));

        result.Failure.ShouldBe(FailureClass.None);
        result.Redirects.ShouldBe(1);
        var request = await asked.Task.Within();
        request.ShouldStartWith("GET /there HTTP/1.1\r\n");
        request.ShouldNotContain("Authorization");
        request.ShouldNotContain("X-Api-Key");
        request.ShouldContain("X-Kept: yes");
    }

    /// <summary>The most common redirect of all: a site that wants TLS, and the same credentials there.</summary>
    [Theory]
    [InlineData("localhost", "localhost", true)]
    [InlineData("localhost", "www.localhost", true)]
    [InlineData("localhost", "127.0.0.1", false)]
    [InlineData("www.localhost", "localhost", false)]
    public async Task Probe_RedirectToTls_TakesCredentialsWithinTheSite(string first, string second, bool takes)
    {
        using var authority = new Authority();
        using var certificate = authority.Sign(second, -1, 30);
        var asked = new TaskCompletionSource<string>();
        await using var secure = RawServer.Secured(certificate, async (stream, token) =>
        {
            var head = new byte[4096];
            asked.SetResult(Encoding.ASCII.GetString(head, 0, await stream.ReadAtLeastAsync(head, 1, cancellationToken: token)));
            await stream.WriteAsync(Encoding.ASCII.GetBytes($"{Head}Content-Length: 0\r\n\r\n"), token);
        });
        await using var plain = RawServer.Answering(
            $"HTTP/1.1 301 Moved\r\nLocation: https://{second}:{secure.Port}/\r\nContent-Length: 0\r\n\r\n");

        var result = await Probes.RunAsync(new HttpProbe(new($"http://{first}:{plain.Port}/"), new()
        {
            Headers = [new("Authorization", "Basic c2VjcmV0"), new("Host", "other.test")],
            Tls = new() { Roots = Trust.Authorities.FromPem(authority.Pem) },
        }));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        result.IsSecure.ShouldBeTrue();
        var request = await asked.Task.Within();
        request.Contains("Authorization").ShouldBe(takes);
        request.ShouldContain($"Host: {second}:{secure.Port}\r\n");
    }

    [Fact]
    public async Task Probe_RedirectOutOfTls_IsNotSecureAndTakesNoCredentials()
    {
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        var asked = new TaskCompletionSource<string>();
        await using var plain = new RawServer(async (socket, token) =>
        {
            asked.SetResult(await RawServer.ReadHeadAsync(socket, token));
            await socket.SendAsync(Encoding.ASCII.GetBytes($"{Head}Content-Length: 0\r\n\r\n"), token);
        });
        await using var secure = RawServer.Secured(certificate, async (stream, token) =>
        {
            (await stream.ReadAtLeastAsync(new byte[4096], 1, cancellationToken: token)).ShouldBePositive();
            var answer = $"HTTP/1.1 302 Found\r\nLocation: http://localhost:{plain.Port}/\r\nContent-Length: 0\r\n\r\n";
            await stream.WriteAsync(Encoding.ASCII.GetBytes(answer), token);
        });

        var result = await Probes.RunAsync(new HttpProbe(new($"https://localhost:{secure.Port}/"), new()
        {
            Headers = [new("Authorization", "Basic c2VjcmV0")],
            Tls = new() { Roots = Trust.Authorities.FromPem(authority.Pem) },
        }));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        result.IsSecure.ShouldBeFalse();
        (await asked.Task.Within()).ShouldNotContain("Authorization");
    }

    [Fact]
    public async Task Probe_RedirectThatKeepsTheMethodAfterOneToGet_SendsNoBody()
    {
        string[] answers = ["302 Found\r\nLocation: /a", "307 Temporary Redirect\r\nLocation: /b", "200 OK"];
        var requests = new List<string>();
        await using var server = new RawServer(async (socket, token) =>
        {
            requests.Add(await RawServer.ReadHeadAsync(socket, token));
            var answer = $"HTTP/1.1 {answers[requests.Count - 1]}\r\nContent-Length: 0\r\n\r\n";
            await socket.SendAsync(Encoding.ASCII.GetBytes(answer), token);
        });

        var result = await Probes.RunAsync(new HttpProbe(server.Url, new() { Method = "POST", Body = "secret"u8.ToArray() }));

        result.Status.ShouldBe(200, result.Message);
        requests[2].ShouldStartWith("GET /b HTTP/1.1\r\n");
        requests[2].ShouldNotContain("Content-Length");
    }
}
