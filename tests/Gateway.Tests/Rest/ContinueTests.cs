using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

namespace Gateway.Tests.Rest;

/// <summary>Uploads from senders that wait to be asked for the body: it is the backend that asks.</summary>
public sealed class ContinueTests
{
    private static readonly byte[] File = "%PDF-1.4\n%%EOF\n"u8.ToArray();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Submit_NewThenKnown_IsAskedForTheBodyTheFirstTimeOnly()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2]);
        using var clean = gateway.Log.ExpectClean();

        using (var client = await AskAsync(gateway))
        {
            (await HeadAsync(client)).ShouldStartWith("HTTP/1.1 100 Continue\r\n\r\n");
            await client.GetStream().WriteAsync(File, Token);
            (await HeadAsync(client)).ShouldStartWith("HTTP/1.1 201");
        }

        using var again = await AskAsync(gateway);
        (await HeadAsync(again)).ShouldStartWith("HTTP/1.1 200");
    }

    private static async Task<TcpClient> AskAsync(GatewayHost gateway)
    {
        var client = new TcpClient();
        await client.ConnectAsync(gateway.Http1.Host, gateway.Http1.Port, Token);
        var digest = Convert.ToBase64String(SHA256.HashData(File));
        await client.GetStream().WriteAsync(
            Encoding.ASCII.GetBytes(
                "POST /v1/files HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                + $"Content-Length: {File.Length}\r\nContent-Digest: sha-256=:{digest}:\r\n\r\n"),
            Token);
        return client;
    }

    private static async Task<string> HeadAsync(TcpClient client)
    {
        var answer = new byte[4096];
        return Encoding.ASCII.GetString(answer, 0, await client.GetStream().ReadAsync(answer, Token).Within());
    }
}
