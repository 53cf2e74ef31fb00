using System.Net;
using Journal.Features.Replay;

namespace Journal.Tests.Gelf;

/// <summary>GELF over HTTP and TCP.</summary>
public sealed class GelfHttpTests
{
    private const string Message = """{"version":"1.1","host":"web-1","short_message":"hello","level":3"""
        + ""","timestamp":1385053862.3072,"_app":"shop"}""";

    [Theory]
    [InlineData(null)]
    [InlineData("gzip")]
    [InlineData("deflate")]
    [InlineData("gzip,deflate")]
    [InlineData("deflate, gzip")]
    public async Task Post_MessagesOneAfterAnother_StoresEach(string? coding)
    {
        await using var host = await JournalHost.StartAsync();
        var body = System.Text.Encoding.UTF8.GetBytes($"{Message.Replace(",", ",\r\n  ", StringComparison.Ordinal)}\n{Message}{Message}");

        using var answer = await host.PostAsync("/gelf", coding switch
        {
            "gzip" => DoorRequests.Gzip(body),
            "deflate" or "gzip,deflate" => Zlib(body), // graypy names both, and uses one
            "deflate, gzip" => DoorRequests.Gzip(Zlib(body)),
            _ => body,
        }, "application/json", coding);

        answer.StatusCode.ShouldBe(HttpStatusCode.Accepted);
        host.Lines().ShouldBe([Message, Message, Message]);
        var fields = SyslogFields.Of(host.Records()[0]);
        (fields.Host, fields.App, fields.Severity).ShouldBe(("web-1", "shop", 3));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Post_APackedMessageWithoutItsCoding_IsUnpacked(bool isGzip)
    {
        await using var host = await JournalHost.StartAsync();
        var body = System.Text.Encoding.UTF8.GetBytes(Message);

        using var answer = await host.PostAsync("/gelf", isGzip ? DoorRequests.Gzip(body) : Zlib(body));

        answer.StatusCode.ShouldBe(HttpStatusCode.Accepted);
        host.Lines().ShouldBe([Message]);
    }

    /// <summary>Python's loggers do so: their program does not wait for a log server.</summary>
    [Fact]
    public async Task Post_BySendersThatHangUpWithoutTheAnswer_IsStored()
    {
        const int Senders = 20;
        await using var host = await JournalHost.StartAsync();
        var request = System.Text.Encoding.UTF8.GetBytes(
            $"POST /gelf HTTP/1.1\r\nHost: localhost\r\nContent-Length: {Message.Length}\r\n\r\n{Message}");

        for (var sender = 0; sender < Senders; sender++)
        {
            using var client = new System.Net.Sockets.TcpClient();
            await client.ConnectAsync("127.0.0.1", host.Http.Port, TestContext.Current.CancellationToken);
            await client.GetStream().WriteAsync(request, TestContext.Current.CancellationToken);
        }

        await host.UntilAsync(Senders);
        host.Lines().ShouldBe(Enumerable.Repeat(Message, Senders));
    }

    [Fact]
    public async Task Post_WithACodingThatIsNotKnown_IsCountedAndSaid()
    {
        await using var host = await JournalHost.StartAsync();

        using var answer = await host.PostAsync("/gelf", [1, 2, 3], "application/json", "br");

        answer.StatusCode.ShouldBe(HttpStatusCode.UnsupportedMediaType);
        host.Writer.Losses.Refused.ShouldBe(1);
        host.Logged.ShouldContain(line => line.Contains("br is not known", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("", "no message")]
    [InlineData("[1]", "a JSON object")]
    [InlineData("{\"a\":1}{", "Nothing was stored")]
    public async Task Post_SomethingElse_IsRefused(string body, string words)
    {
        await using var host = await JournalHost.StartAsync();

        using var answer = await host.PostAsync("/gelf", body);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.TextAsync()).ShouldContain(words);
        host.Writer.NextSequence.ShouldBe(0);
        host.Writer.Losses.Refused.ShouldBe(1);
    }

    [Fact]
    public async Task Post_ABomb_IsRefused()
    {
        await using var host = await JournalHost.StartAsync("MaxBodyBytes=1048576");

        using var answer = await host.PostAsync("/gelf", DoorRequests.Gzip(new byte[64 << 20]), "application/json", "gzip");

        answer.StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
    }

    [Fact]
    public async Task Send_OverTcp_EachMessageEndsWithNul()
    {
        await using var host = await JournalHost.StartAsync();

        await StreamSender.SendAsync(host.Tcp, System.Text.Encoding.UTF8.GetBytes($"{Message}\0{Message}\0"), 50);

        await host.UntilAsync(2);
        host.Lines().ShouldBe([Message, Message]);
    }

    private static byte[] Zlib(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var stream = new System.IO.Compression.ZLibStream(packed, System.IO.Compression.CompressionLevel.Optimal))
        {
            stream.Write(bytes);
        }

        return packed.ToArray();
    }
}
