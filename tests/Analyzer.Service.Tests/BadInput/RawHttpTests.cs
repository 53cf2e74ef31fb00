using System.Net.Sockets;
using System.Text;

namespace Analyzer.Service.Tests.BadInput;

/// <summary>HTTP/1.1 that no client library would send.</summary>
public sealed class RawHttpTests
{
    [Theory]
    [InlineData("a chunk size that is none", "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc", "400")]
    [InlineData("a chunk without its end", "Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef", "400")]
    [InlineData("a Content-Length that is none", "Content-Length: many\r\n\r\nabc", "400")]
    [InlineData("a negative Content-Length", "Content-Length: -1\r\n\r\nabc", "400")]
    [InlineData("two lengths", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "400")]
    [InlineData("no length at all", "\r\n", "400")]
    [InlineData("a Content-Encoding", "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", "400")]
    [InlineData("a Content-Digest without colons", "Content-Digest: sha-256=abc\r\nContent-Length: 3\r\n\r\nabc", "400")]
    [InlineData("a Content-Digest too short", "Content-Digest: sha-256=:YWJj:\r\nContent-Length: 3\r\n\r\nabc", "400")]
    [InlineData(
        "a Content-Digest of another file",
        "Content-Digest: sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:\r\nContent-Length: 3\r\n\r\nabc",
        "400")]
    [InlineData("too much announced", "Content-Length: 99999999999\r\n\r\nabc", "413")]
    public async Task Submit_BrokenRequest_IsRefusedAndLeavesNothing(string name, string rest, string status)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();

        foreach (var way in await host.WaysAsync())
        {
            var answer = await SendAsync(way.Http1, $"POST /v1/files HTTP/1.1\r\nHost: localhost\r\n{rest}");

            answer.ShouldStartWith($"HTTP/1.1 {status}", customMessage: $"{name}, {way.Name}");
            (await host.CountAsync()).ShouldBe(0);
            await host.ShouldBeIdleAsync();
        }

        await host.ShouldTakeAFileAsync();
    }

    [Fact]
    public async Task Submit_ExpectContinueOfKnownFile_IsAnsweredWithoutContinue()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await SendAsync(host.Http1, "POST /v1/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");

        // SHA-256 of "abc" (FIPS 180-4, appendix).
        var digest = Convert.ToBase64String(Convert.FromHexString("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        foreach (var way in await host.WaysAsync())
        {
            var answer = await SendAsync(
                way.Http1,
                "POST /v1/files HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                + $"Content-Length: 3\r\nContent-Digest: sha-256=:{digest}:\r\n\r\n");

            answer.ShouldStartWith("HTTP/1.1 200", customMessage: way.Name);
        }
    }

    [Fact]
    public async Task Submit_ClientGoneInTheMiddle_LeavesNothing()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();
        foreach (var way in await host.WaysAsync())
        {
            using (var client = new TcpClient())
            {
                await client.ConnectAsync(way.Http1.Host, way.Http1.Port, TestContext.Current.CancellationToken);
                await client.GetStream().WriteAsync(
                    "POST /v1/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n%PDF-1.4"u8.ToArray(),
                    TestContext.Current.CancellationToken);
                await host.ShouldHaveUploadsAsync(1);
                client.LingerState = new LingerOption(true, 0); // a reset, as when a process dies
            }

            await host.ShouldBeIdleAsync();
            (await host.CountAsync()).ShouldBe(0, way.Name);
            await host.ShouldHaveLostAClientAsync();
        }
    }

    private static async Task<string> SendAsync(Uri address, string request)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(address.Host, address.Port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.Latin1.GetBytes(request), TestContext.Current.CancellationToken);
        var answer = new byte[4096];
        var count = await stream.ReadAsync(answer, TestContext.Current.CancellationToken).Within();
        return Encoding.Latin1.GetString(answer, 0, count);
    }
}
